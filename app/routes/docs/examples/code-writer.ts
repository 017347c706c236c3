import type { ExampleRequest } from '~/platform/api-description/example-requests';

/** Writes the examples' session and requests in one language. */
export type CodeWriter = {
  /** What the reader needs to run them, in Markdown. */
  requirements: string;
  /** What comes before everything else, such as imports. */
  start?: (session: { usesRun: boolean }) => string;
  declare: (variable: string, value: string) => string;
  /** Exchanges the client ID and secret for `token`. */
  login: string;
  /** Sets `run`, which is different each time. */
  run: string;
  writeRequest: (request: ExampleRequest) => string;
};
