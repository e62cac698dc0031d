// What the results of this device add up to.

export function totals(games, today) {
  const wins = games.filter(({ won }) => won);
  return {
    games: games.length,
    won: games.length ? wins.length / games.length : 0,
    days: daysInARow(games, today),
    row: winsInARow(games),
    fewest: wins.length ? Math.min(...wins.map(({ misses }) => misses)) : null,
    hints: games.reduce((sum, { hints }) => sum + hints, 0),
  };
}

export const dayOf = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

// How many days in a row had a game, counted back from today, or from yesterday while today has none yet.
export function daysInARow(games, today = new Date()) {
  const played = new Set(games.map(({ day }) => day));
  const day = new Date(today);
  if (!played.has(dayOf(day))) day.setDate(day.getDate() - 1);
  let days = 0;
  for (; played.has(dayOf(day)); day.setDate(day.getDate() - 1)) days += 1;
  return days;
}

function winsInARow(games) {
  const lastLoss = games.findLastIndex(({ won }) => !won);
  return games.length - 1 - lastLoss;
}

// [misses, games won with so many] from 0 misses up, then ["lost", games lost].
export function byMisses(games) {
  const wins = games.filter(({ won }) => won);
  const most = Math.max(5, ...wins.map(({ misses }) => misses));
  const rows = Array.from({ length: most + 1 }, (_, n) => [n, wins.filter((game) => game.misses === n).length]);
  return [...rows, ["lost", games.length - wins.length]];
}
