import { inject } from 'vitest';

// Comes before every file that reads the settings.
process.env.DATABASE_URL = inject('databaseUrl');
