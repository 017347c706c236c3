// npm run audit -- verify: whether the audit log is intact. Without arguments, prints its usage.
import { runProductScript } from './processes/product-script.mjs';

await runProductScript('scripts/product/audit.ts');
