const twiceMs = 300;

/**
 * Ctrl-C or SIGTERM lets requests in flight finish. A second one stops immediately. SIGHUP does the same, or restarts.
 */
export function stopOnSignals(stop, { restart } = {}) {
  let first;
  if (restart) process.on('SIGHUP', restart);
  for (const signal of ['SIGINT', 'SIGTERM', ...(restart ? [] : ['SIGHUP'])])
    process.on(signal, () => {
      // Under npm, Ctrl-C arrives twice: from the terminal and from npm.
      if (first !== undefined) return performance.now() - first > twiceMs ? process.exit(1) : undefined;
      first = performance.now();
      console.log('Stopping after requests in flight finish. Press Ctrl-C again to stop immediately.');
      exitAfter(stop());
    });
}

/** Ends this process when it has stopped, or couldn't. */
export function exitAfter(stopped) {
  stopped.then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
}
