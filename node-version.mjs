// Loaded before everything else (`node --import`), in plain JavaScript, so that a Node too old to run TypeScript can still
// say what is wrong. The server, the load test and the tests all start with it.
const REQUIRED_MAJOR = 24;

const major = Number(process.versions.node.split(".")[0]);
if (major < REQUIRED_MAJOR) {
  process.stderr.write(
    `krill: Node ${REQUIRED_MAJOR} or later is needed, and this is Node ${process.versions.node}. ` +
      "Run `npm ci` (without --ignore-scripts), which installs Node 24 into node_modules, then start with `npm start`.\n",
  );
  process.exit(1);
}
