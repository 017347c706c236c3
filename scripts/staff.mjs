// npm run staff -- add mia@example.com reviewer "Mia Example": manages the staff. Without arguments, prints
// its usage.
import { runProductScript } from './processes/product-script.mjs';

await runProductScript('scripts/product/staff.ts');
