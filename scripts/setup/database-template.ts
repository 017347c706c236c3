// Creates the template of the embedded database in DATA_DIR: see app/platform/database/database-template.server.ts.
import { mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { config } from '../../app/platform/config/config.server';
import { getTemplateFolder } from '../../app/platform/database/database-template.server';
import { closeDatabase, pool } from '../../app/platform/database/db.server';
import { applyMigrations } from '../../app/platform/database/migrations/migrations.server';

await applyMigrations(pool);
await pool.query('checkpoint');
await closeDatabase();
const templates = join(config.dataDir, 'templates');
mkdirSync(templates);
renameSync(join(config.dataDir, 'database'), join(templates, basename(getTemplateFolder())));
