// npm run mail-bounce < message: marks the email that a mail server returned. For a mail server's alias.
import { runProductScript } from './processes/product-script.mjs';

await runProductScript('scripts/product/mail-bounce.ts');
