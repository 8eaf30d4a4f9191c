export { insertInOrder, sortBySlice } from "./order";
export { queryLayer, queryList } from "./query";
export { countParts, fillQuarter, meanTop, sampleOverlaps } from "./split";
export { searchLayer } from "./still-search";
export { assignStrips, takeLists, writeEntries, writeFurtherEntries } from "./strips";
export { sweepList } from "./sweep";
