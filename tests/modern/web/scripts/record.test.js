// The recorded game, replayed in the browser: which moves and which values are those that were expected.

import assert from "node:assert/strict";
import { test } from "node:test";
import { showRecord } from "./record.js";
import { useLanguage } from "./texts.js";

const PLY = { ply: 1, recorded: "d2-d4", played: "d2-d4", value: "-.2", bits: "BE4CCCCD", expected: "BE4CCCCD", second: "e2-e4", agrees: true };

test("a row says whether the value has the expected bits, and the line below how many have", async () => {
  useLanguage("en");
  const root = document.createElement("section");
  document.body.replaceChildren(root);
  showRecord(root, { record: async (reading, onPly) => {
    assert.equal(reading, root.querySelector("select").value);
    [PLY, { ...PLY, ply: 2, bits: "3E4CCCCD", agrees: false }].forEach(onPly);
  } });
  await root.querySelector("button").click();
  await new Promise((done) => { setImmediate(done); });
  const rows = root.querySelector("tbody").querySelectorAll("tr").map((row) => row.querySelectorAll("td").map((cell) => cell.textContent));
  assert.deepEqual(rows.map((cells) => [cells[3], cells[5]]), [["BE4CCCCD =", "yes"], ["3E4CCCCD, not BE4CCCCD", "no"]]);
  assert.match(root.querySelector("[role=status]").textContent, /^1 of 2 moves.* 1 of 2 values/);
});
