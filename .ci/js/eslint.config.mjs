// The linter of the page's scripts (CONTRIBUTING.md). What the types show is left to them.

export default [
  {
    files: ["modern/**/*.js", "tests/**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error", eqeqeq: "error", "getter-return": "error", "no-async-promise-executor": "error",
      "no-constant-condition": "error", "no-dupe-else-if": "error", "no-dupe-keys": "error", "no-duplicate-case": "error",
      "no-duplicate-imports": "error", "no-empty": "error", "no-eval": "error", "no-fallthrough": "error", "no-loss-of-precision": "error",
      "no-self-assign": "error", "no-self-compare": "error", "no-unreachable": "error", "no-unsafe-finally": "error",
      "no-unsafe-optional-chaining": "error", "no-unused-expressions": "error", "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error", "object-shorthand": "error", "prefer-const": "error", "use-isnan": "error", "valid-typeof": "error",
    },
  },
];
