// npm run audit -- verify: whether the audit log is intact. Without arguments, prints its usage.
import { runProductScript } from './product-script.mjs';

await runProductScript('scripts/audit.ts');
