export {};

const showProgress = (rows: number) =>
  process.stderr.isTTY && process.stderr.write(`\r${rows.toLocaleString('en-US')} records compared … `);

// Startup errors, such as a server that uses the embedded database, occur when the modules are loaded.
try {
  const { requireInstallation } = await import('./installation');
  await requireInstallation();
  const { runAuditBooksCommand } = await import('./audit-books-command');
  const { lines, isIntact } = await runAuditBooksCommand(showProgress);
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(lines.join('\n'));
  process.exit(isIntact ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error && error.name === 'SettingError' ? error.message : error);
  process.exit(1);
}
