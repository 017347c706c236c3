import { parseArgs } from 'node:util';

const usage = `npm run audit -- verify                                    reads the chains of all accounts, and names the first entry that does not fit
npm run audit -- verify <account id>                       reads one of them
npm run audit -- verify <account id> <sequence> <hash>     holds it against a place that you kept, such as one of the log
npm run audit -- heads                                     the end of every chain, for keeping it elsewhere`;

// What stops a start, such as a server that runs on the embedded database, shows when the modules are loaded.
try {
  const { runAuditCommand } = await import('./audit-command');
  const result = await runAuditCommand(parseArgs({ allowPositionals: true }).positionals);
  console.log(result?.text ?? usage);
  process.exit(result?.isIntact ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error && error.name === 'SettingError' ? error.message : error);
  process.exit(1);
}
