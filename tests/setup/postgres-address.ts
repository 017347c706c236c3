import { inject } from 'vitest';

// Comes before every file that reads the settings. Processes that tests start share the database and the acquirer's book.
process.env.DATABASE_URL = inject('databaseUrl');
process.env.DATA_DIR = inject('dataDir');
