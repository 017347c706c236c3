// npm run audit-books: compares all records with each other and with the acquirers' ledgers. Exits with 1 unless they
// agree.
import { runProductScript } from './processes/product-script.mjs';

await runProductScript('scripts/product/audit-books.ts');
