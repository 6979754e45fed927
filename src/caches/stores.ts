/**
 * What the game opens once for each program: its stores, and the few things that it keeps in memory. A room asks for what
 * it uses, `logRows(game)`, so that the imports of a file show which tables it touches.
 */

/** `const logRows = perGame((game) => logStore(game.db))`: opened when it is first asked for, then the same. */
export function perGame<Game extends object, Opened>(open: (game: Game) => Opened): (game: Game) => Opened {
  const opened = new WeakMap<Game, Opened>();
  return (game) => {
    let one = opened.get(game);
    if (one === undefined) opened.set(game, one = open(game));
    return one;
  };
}
