import pg from 'pg';
import type { QueryClient } from './query-client';

const schemas = 'public, pgboss';

/** What the role may do with each audit table. Triggers also reject changes, but an owner could disable them. */
const auditRights = {
  audit_entries: 'select, insert',
  // Written by the trigger on audit_entries, with the owner's rights.
  audit_links: 'select',
  audit_chains: 'select, update (checked_at, error, error_sequence, error_entry_id)',
  audit_anchors: 'select, insert',
};

/**
 * Gives a role that owns nothing the rights of a running process: to read and write rows, but not to change
 * tables, triggers, or the audit log (threat T33). Replaces the rights that it had. Run by the owner after
 * each migration.
 */
export async function grantProcessRights(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rows } = await owner.query<{ database: string }>('select current_database() as database');
  const statements = [
    `grant connect on database ${pg.escapeIdentifier(rows[0]!.database)} to ${name}`,
    `grant usage on schema ${schemas} to ${name}`,
    `revoke all on all tables in schema ${schemas} from ${name}`,
    `grant select, insert, update, delete on all tables in schema ${schemas} to ${name}`,
    `grant usage, select on all sequences in schema ${schemas} to ${name}`,
    `revoke insert, update, delete on _prisma_migrations from ${name}`,
    ...Object.entries(auditRights).flatMap(([table, rights]) => [
      `revoke all on ${table} from ${name}`,
      `grant ${rights} on ${table} to ${name}`,
    ]),
  ];
  // One message is one transaction: running processes keep their rights until it commits.
  await owner.query(statements.join(';\n'));
}

/** What the login role may do, itself or as another role that it can switch to at any time. */
type Role = {
  name: string;
  super: boolean;
  /** Can replicate or bypass row security. */
  mighty: boolean;
  /** In PostgreSQL 15, this includes making itself a member of the owner. */
  createsRoles: boolean;
  /** Owns the database, or a schema or table of ours, or can act as their owner. */
  owns: boolean;
  /** Can change or delete audit entries, or add triggers to them. */
  rewritesAudit: boolean;
  /** Can read the tables. Also true before the first migration. */
  reads: boolean;
};

export async function readRole(database: QueryClient): Promise<Role> {
  const { rows } = await database.query(`
    with ours as (
      select c.oid, c.relname as name, c.relowner as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
    ), owners as (
      select owner from ours
      union select nspowner from pg_namespace where nspname in ('public', 'pgboss')
      union select datdba from pg_database where datname = current_database()
    )
    select session_user as name, bool_or(rolsuper) as super, bool_or(rolbypassrls or rolreplication) as mighty, bool_or(rolcreaterole) as "createsRoles",
      exists (select from owners where pg_has_role(session_user, owner, 'member')) as owns,
      exists (select from ours where name in ('audit_entries', 'audit_links', 'audit_chains', 'audit_anchors')
        and (has_table_privilege(session_user, oid, 'delete, truncate, trigger')
          or case when name = 'audit_chains' then has_column_privilege(session_user, oid, 'hash', 'update') else has_any_column_privilege(session_user, oid, 'update') end)) as "rewritesAudit",
      not exists (select from ours where name = 'transactions' and not has_table_privilege(session_user, oid, 'select')) as reads
    from pg_roles where rolname in (session_user, current_user)`);
  return rows[0] as Role;
}

/** Why the role is unsuitable for a process that handles real money. */
export function findRoleProblems(role: Role): string[] {
  if (role.super)
    return [
      `DATABASE_URL: the role ${role.name} is a superuser, which can disable the audit log’s safeguards and run programs. Use a role with NOSUPERUSER that owns nothing`,
    ];
  if (role.owns)
    return [
      `DATABASE_URL: the role ${role.name} owns tables or the database, so it can disable the audit log’s safeguards. Use a role that owns nothing, and run npm run migrate with MIGRATION_DATABASE_URL set to the owner`,
    ];
  if (role.createsRoles)
    return [
      `DATABASE_URL: the role ${role.name} can create roles, so it can act as the owner. Run: alter role ${pg.escapeIdentifier(role.name)} nocreaterole`,
    ];
  if (role.rewritesAudit)
    return [
      `DATABASE_URL: the role ${role.name} can change the audit log. Revoke its rights, and run npm run migrate, which grants those it needs`,
    ];
  return role.reads
    ? []
    : [
        `DATABASE_URL: the role ${role.name} has no rights to the tables. Run npm run migrate with MIGRATION_DATABASE_URL set to their owner`,
      ];
}
