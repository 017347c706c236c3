/** What a look at an installation found, a line each: what must stop a start where real money moves, and what somebody should know. */
export type Findings = { refusals: string[]; warnings: string[] };

/** Several looks as one. */
export function together(...found: Findings[]): Findings {
  return {
    refusals: found.flatMap(({ refusals }) => refusals),
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}
