import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { resultTypes } from '~/platform/database/bigint';
import { pool, prisma } from '~/platform/database/db.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import { PrismaClient } from '~/platform/prisma/client';

const url = process.env.MIGRATION_DATABASE_URL;

/** Connects as the owner of the tables, who may change them. The embedded database has only one role. */
export const ownerPool: pg.Pool = singleton('owner-pool', () =>
  url ? new pg.Pool({ connectionString: url, max: 3, types: resultTypes }) : pool,
);

export const ownerPrisma: PrismaClient = singleton('owner-prisma', () =>
  url ? new PrismaClient({ adapter: new PrismaPg(ownerPool) }) : prisma,
);
