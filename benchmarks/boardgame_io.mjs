// Random games in boardgame.io, played on request of playouts.py: the library's own local client, without a page.
//
//     node benchmarks/boardgame_io.mjs NODE_MODULES tic_tac_toe|connect_four
//
// The first line out says that it is ready; then each line in, `SECONDS SEED`, is answered by
// `{"games", "moves", "seconds"}`, in CPU time.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

process.env.NODE_ENV ??= "production";
const [modules, name] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "here.js"));
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

function lines(width, height, length) {
  const found = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const [ex, ey] = [x + dx * (length - 1), y + dy * (length - 1)];
        if (ex < width && ey >= 0 && ey < height)
          found.push(Array.from({ length }, (_, i) => (y + dy * i) * width + x + dx * i));
      }
  return found;
}

// `target` is the cell that an argument fills, or -1; `choices` is the number of arguments.
function placing(width, height, length, choices, target) {
  const rows = lines(width, height, length);
  return {
    setup: () => ({ cells: Array(width * height).fill(null) }),
    disableUndo: true,
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      place: ({ G, playerID }, at) => {
        const cell = target(G.cells, at);
        if (cell < 0) return INVALID_MOVE;
        G.cells[cell] = playerID;
      },
    },
    endIf: ({ G: { cells }, ctx }) => {
      const mover = ctx.currentPlayer;
      if (rows.some((row) => row.every((cell) => cells[cell] === mover))) return { winner: mover };
      if (cells.every((cell) => cell !== null)) return { draw: true };
    },
    ai: {
      enumerate: ({ cells }) => {
        const legal = [];
        for (let at = 0; at < choices; at++) if (target(cells, at) >= 0) legal.push({ move: "place", args: [at] });
        return legal;
      },
    },
  };
}

function drop(cells, column) {
  for (let cell = column; cell < cells.length; cell += 7) if (cells[cell] === null) return cell;
  return -1;
}

const games = {
  tic_tac_toe: () => placing(3, 3, 3, 9, (cells, at) => (cells[at] === null ? at : -1)),
  connect_four: () => placing(7, 6, 4, 7, drop),
};

function generator(seed) {
  let a = seed >>> 0; // mulberry32
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const game = games[name]();
const client = Client({ game, numPlayers: 2, debug: false });

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function measure(seconds, seed) {
  const random = generator(seed);
  const start = cpu();
  let played = 0, moves = 0, spent = 0;
  while ((spent = cpu() - start) < seconds) {
    client.reset();
    let state = client.getState();
    while (!state.ctx.gameover) {
      const legal = game.ai.enumerate(state.G);
      const { move, args } = legal[Math.floor(random() * legal.length)];
      client.moves[move](...args);
      state = client.getState();
      moves++;
    }
    played++;
  }
  return { games: played, moves, seconds: spent };
}

console.log(JSON.stringify({ ready: name }));
for await (const line of createInterface({ input: process.stdin })) {
  const [seconds, seed] = line.split(" ").map(Number);
  console.log(JSON.stringify(measure(seconds, seed)));
}
