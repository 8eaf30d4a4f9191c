/** Runs in the report's page: shows, in every chart of the same axis, the values at the pointer. */

interface ChartData {
  /** What each place of the axis is called, where it is, and each line's value there, as text. */
  places: string[];
  at: number[];
  series: string[][];
  /** Where the axis begins and how long it is, as shares of the drawing's width, and that width. */
  span: [number, number, number];
}

const charts = [...document.querySelectorAll<HTMLElement>("figure[data-chart]")].map((figure) => ({
  figure,
  svg: figure.querySelector("svg") as SVGSVGElement,
  cursor: figure.querySelector(".cursor") as SVGLineElement,
  name: figure.querySelector(".place") as HTMLElement,
  values: [...figure.querySelectorAll<HTMLElement>(".legend b")],
  data: JSON.parse(figure.dataset.chart as string) as ChartData,
}));
const axisOf = ({ places }: ChartData) => places.join();

function show(axis: string, place: number | undefined): void {
  for (const { cursor, name, values, data } of charts) {
    if (axisOf(data) !== axis) continue;
    cursor.setAttribute("visibility", place === undefined ? "hidden" : "visible");
    name.textContent = place === undefined ? "" : data.places[place];
    values.forEach((element, i) => {
      element.textContent = place === undefined ? "" : (data.series[i]?.[place] ?? "");
    });
    if (place === undefined) continue;
    const [start, length, width] = data.span;
    const [first, last] = [data.at[0], data.at[data.at.length - 1]];
    const x = width * (start + (length * (data.at[place] - first)) / (last - first || 1));
    cursor.setAttribute("x1", String(x));
    cursor.setAttribute("x2", String(x));
  }
}

function nearest(data: ChartData, share: number): number {
  const [start, length] = data.span;
  const [first, last] = [data.at[0], data.at[data.at.length - 1]];
  const wanted = first + ((share - start) / length) * (last - first);
  let best = 0;
  data.at.forEach((at, i) => {
    if (Math.abs(at - wanted) < Math.abs(data.at[best] - wanted)) best = i;
  });
  return best;
}

for (const { svg, data } of charts) {
  const axis = axisOf(data);
  svg.addEventListener("pointermove", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    show(axis, nearest(data, (event.clientX - left) / width));
  });
  svg.addEventListener("pointerleave", () => show(axis, undefined));
}
