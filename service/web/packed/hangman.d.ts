// The types of hangman.js. `npx openapi-typescript URL/openapi.yaml` makes those of everything else that the API has.

/** A guess and its answer. */
export interface Guess {
  letter: string | null;
  word: string | null;
  hit: boolean;
  positions: number[];
  at: string;
}

/** What anyone who has the watch id may see of a game. Later versions of the service may send more fields. */
export interface WatchedGame {
  watch_id: string;
  version: number;
  status: "in_progress" | "won" | "lost";
  over: boolean;
  /** What was answered, in a sentence for players: “No e. 7 misses left.” */
  message: string;
  length: number;
  /** The word as far as it is shown, with `_` for each hidden letter. */
  pattern: string;
  last_guess: Guess | null;
  guessed_letters: string[];
  wrong_letters: string[];
  wrong_words: string[];
  misses: number;
  max_misses: number;
  remaining_guesses: number;
  dictionary: string;
  commitment: string;
  created_at: string;
  expires_at: string;
  word: string | null;
  insight: { level: string; words_left: number; cheat_score: number | null; words: string[] | null } | null;
  daily: string | null;
  /** Whether others may start a game of their own with its word, by `like`. */
  copyable: boolean;
}

/** What the player sees. */
export interface Game extends WatchedGame {
  /** Anyone who has it can play the game. */
  id: string;
  dealer: string | null;
  seed: number | null;
}

/** The fields of a new game, all optional; see `POST /games`. */
export interface Choices {
  length?: number;
  max_misses?: number;
  dictionary?: string;
  dealer?: string;
  insight?: "none" | "count" | "full";
  seed?: number;
  secret_word?: string;
  copyable?: boolean;
  like?: string;
  daily?: string;
  keep_seconds?: number;
}

export interface Hint {
  letters: { letter: string; [field: string]: unknown }[];
  words: string[];
  [field: string]: unknown;
}

/** What the dealer did; `GET /games/{game_id}/confession` describes its fields. */
export interface Confession {
  dealer: string;
  honest: boolean;
  word: string;
  [field: string]: unknown;
}

export interface Why {
  /** The status of the refusal; null if there was no answer. */
  status: number | null;
  /** How long the pause will be. */
  seconds: number;
}

export interface Options {
  /** Needed only where the operator demands API keys. */
  apiKey?: string;
  /** Such as localStorage: the game then survives a reload or a crash. */
  storage?: Pick<Storage, "getItem" | "setItem">;
  /** The name of the game in the storage; "hangman" if you leave it out. */
  name?: string;
  /** Milliseconds for each response; 10,000 if you leave it out. */
  timeout?: number;
  /** Milliseconds in which a request is repeated, perhaps Infinity; 60,000 if you leave it out. */
  patience?: number;
  /** Called before each pause, and with null when there is an answer. */
  waiting?: (why: Why | null) => void;
}

/** A request that was refused. `code` is for programs; `message` is a sentence for players. */
export class Problem extends Error {
  constructor(content: Record<string, unknown>);
  code: string;
  /** The code of the first field that is wrong, or else `code`. */
  kind: string;
  status: number | null;
  content: Record<string, unknown>;
}

/** A new idempotency key. */
export function newKey(): string;

/** Resolves after some time, or as soon as the network comes back; rejects when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void>;

/** How `request` sends a request. */
export interface Asking {
  json?: unknown;
  /** An idempotency key: the service does once what is sent several times with it. */
  key?: string;
  /** The request is refused if the game has another ETag by now. */
  etag?: string;
  /** Stops repeating the request when it is aborted. */
  signal?: AbortSignal;
  cache?: RequestCache;
  waiting?: (why: Why | null) => void;
}

/** No answer came in time. A guess may have been made all the same: `resume` finds out, and makes it if not. */
export class NoNetwork extends Error {}

/** One player's game at a service. */
export class Hangman {
  constructor(url: string | URL, options?: Options);
  /** The game as it was last seen; null before the first one. */
  game: Game | null;
  start(choices?: Choices): Promise<Game>;
  /** `call`: whether the player calls the dealer a cheat; it counts once, in today's game. */
  guess(text: string | { letter: string; call?: boolean } | { word: string; call?: boolean }): Promise<Game>;
  resume(id?: string): Promise<Game | null>;
  hint(query?: { guesser?: string; words?: number }): Promise<Hint>;
  confession(query?: { words?: number }): Promise<Confession>;
  watch(watchId: string, options?: { signal?: AbortSignal }): AsyncGenerator<WatchedGame, void>;
  states(
    watchId: string,
    options?: { signal?: AbortSignal; known?: () => string },
  ): AsyncGenerator<{ content: WatchedGame; etag: string }, void>;
  /** Any request of the API, repeated while no answer comes. */
  request(method: "GET" | "POST", path: string, asking?: Asking): Promise<{ content: any; etag: string | undefined }>;
}
