import { requireInstallation } from './installation';

/** Mail servers keep a message and try again later after this exit code (EX_TEMPFAIL). */
const tryAgainLater = 75;

// Every other message ends with 0: an error would make the mail server return it to a sender who may be forged.
try {
  await requireInstallation();
  const { runBounceCommand } = await import('./mail-bounce-command');
  console.log(await runBounceCommand(process.stdin));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error && error.name === 'SettingError' ? error.message : error);
  process.exit(tryAgainLater);
}
