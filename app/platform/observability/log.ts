import pino from 'pino';
import { config } from '~/platform/config/config.server';
import { getCurrentTrace } from './trace';

/** What a log line may say. Whatever is not named here cannot be written: no body, no header, no card. */
type LogFields = Partial<
  Record<
    | 'requestId'
    | 'runId'
    | 'surface'
    | 'method'
    | 'route'
    | 'accountId'
    | 'environment'
    | 'transactionId'
    | 'operationId'
    | 'cardTokenId'
    | 'job'
    | 'intentId'
    | 'mailId'
    | 'applicationId'
    | 'documentId'
    | 'row'
    | 'template'
    | 'code'
    | 'cause'
    | 'hash',
    string
  > &
    Record<'status' | 'milliseconds' | 'count' | 'attempt' | 'sequence', number>
>;

const logger = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });

/** Every line says in which request, or in which turn of a job, it was written. */
export const log = {
  /** Whether lines of this level are written at all, for those that are many. */
  isEnabled: (level: 'info') => logger.isLevelEnabled(level),
  info: (message: string, fields: LogFields = {}) =>
    logger.info({ ...getCurrentTrace(), ...fields }, message),
  warn: (message: string, fields: LogFields = {}) =>
    logger.warn({ ...getCurrentTrace(), ...fields }, message),
  /** An error's name, code and stack go in; its message stays out, because it may quote what somebody sent. */
  error: (message: string, error: unknown, fields: LogFields = {}) =>
    logger.error({ ...getCurrentTrace(), ...fields, ...describeError(error) }, message),
};

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const code = (error as { code?: unknown }).code;
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  return { errorName: error.name, errorCode: typeof code === 'string' ? code : undefined, at };
}
