// npm run mail-bounce < message: marks the email that a mail server returned. For a mail server's alias.
import { runProductScript } from './product-script.mjs';

await runProductScript('scripts/mail-bounce.ts');
