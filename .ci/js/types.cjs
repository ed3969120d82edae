// Checks the types of the page's scripts: `node .ci/js/types.cjs NPM_FOLDER`.
//
// Only with `noImplicitAny` does TypeScript find a misspelt property of an object literal. What it then says about parameters and
// variables without a type, its errors from 7000 to 7999, does not count.
const path = require("path");
const ts = require(require.resolve("typescript", { paths: [process.argv[2]] }));

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (error) => { throw new Error(String(error.messageText)); } };
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(path.join(__dirname, "tsconfig.json"), {}, host);
const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options)).filter(({ code }) => code < 7000 || code > 7999);
const names = { getCurrentDirectory: () => process.cwd(), getCanonicalFileName: (name) => name, getNewLine: () => "\n" };
process.stderr.write(ts.formatDiagnostics(found, names));
process.exitCode = found.length ? 1 : 0;
