import pino from 'pino';
import { config } from '~/platform/config/config.server';
import { getCurrentTrace } from './trace';

/** The fields that a log line can contain. Nothing else can be written: no body, no header, no card. */
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

/** Every line contains the ID of the request or job that it belongs to. */
export const log = {
  /** Whether this level is logged, for frequent lines. */
  isEnabled: (level: 'info') => logger.isLevelEnabled(level),
  info: (message: string, fields: LogFields = {}) =>
    logger.info({ ...getCurrentTrace(), ...fields }, message),
  warn: (message: string, fields: LogFields = {}) =>
    logger.warn({ ...getCurrentTrace(), ...fields }, message),
  /** An error's name, code, and stack are logged. Its message isn't, because it may quote input. */
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
