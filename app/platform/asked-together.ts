/**
 * Makes one question of those for the same key that are asked in one turn of the event loop, as the loaders of one page ask who is
 * logged in. It is put after all of them have asked, so nobody is told what was true before.
 */
export function askedTogether<Answer>(
  ask: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>();
  return (key) => {
    const known = waiting.get(key);
    if (known) return known;
    const answer = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      waiting.delete(key);
      return ask(key);
    });
    waiting.set(key, answer);
    return answer;
  };
}
