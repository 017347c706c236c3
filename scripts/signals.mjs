const twiceMs = 300;

/** Ctrl-C or SIGTERM lets the requests in flight finish; a second one does not wait for them. */
export function stopOnSignals(stop) {
  let first;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // Ctrl-C in a terminal arrives twice under npm, once from the terminal and once passed on.
      if (first !== undefined) return performance.now() - first > twiceMs ? process.exit(1) : undefined;
      first = performance.now();
      console.log('Stopping after requests in flight finish. Press Ctrl-C again to stop immediately.');
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
}
