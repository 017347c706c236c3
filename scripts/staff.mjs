// npm run staff -- add mia@example.com reviewer "Mia Example": manages the staff. Without arguments, prints
// its usage.
import { runProductScript } from './product-script.mjs';

await runProductScript('scripts/staff.ts');
