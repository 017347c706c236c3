// @ts-check

/** Ends the command. Its message says what to do. */
export class CommandError extends Error {}

/** The API didn't respond, or couldn't process the request. The same request may succeed later. */
export class UnavailableError extends CommandError {
  /**
   * @param {string} message
   * @param {number} [retryAfterSeconds]
   */
  constructor(message, retryAfterSeconds) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
