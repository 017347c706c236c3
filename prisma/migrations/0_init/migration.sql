-- The whole schema, room by room in the order of prisma/schema.prisma. Prisma knows the tables, columns, foreign keys and
-- plain indexes; domains, CHECK constraints, partial indexes, functions and triggers exist only here.

-- ---------------------------------------------------------------------------------------------------------- platform

-- Domains say once, for all tables, which values are valid. PostgreSQL caches their rules for a whole connection, but
-- parses the CHECK constraints of a table for every statement that writes to it.

-- An empty environment or a third one must not exist anywhere (threat T2).
create domain environment as text check (value in ('test', 'live'));
-- Why a merchant charges a saved card without its payer.
create domain merchant_reason as text check (value in ('recurring', 'unscheduled', 'installment'));
-- Country and postal code, or the full address.
create domain billing_details as text check (value in ('minimal', 'full'));
create domain currency as text check (value ~ '^[A-Z]{3}$');
-- Up to the largest amount of any currency. Those of the currencies are in has_possible_status.
create domain amount as bigint check (value between 1 and 999999999999);
create domain non_negative_amount as bigint check (value >= 0);

-- For triggers on tables whose rows must not change (threat T33).
create function reject_change() returns trigger language plpgsql as $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING CONSTRAINT = TG_NAME;
END
$$;

-- Facts about this installation, one per row, such as the fingerprint of its key.
create table settings (
  key text primary key,
  value text not null
);

-- Rate limit counters, shared by all processes. `expire` is in milliseconds since the epoch.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on rate_limits (expire);

-- When each scheduled job last ran and when it runs next. A process takes the row before it runs the job.
create table job_timers (
  job text primary key,
  next_run_at timestamptz(3) not null default current_timestamp,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  runs integer not null default 0,
  failures integer not null default 0,
  last_failed_at timestamptz(3),
  last_error text
);

-- ------------------------------------------------------------------------------------------------------------- audit

-- The audit log: who did what, when and from where. Append-only: a trigger rejects changes.
create table audit_entries (
  id bigserial primary key,
  actor text not null,
  action text not null,
  account_id text,
  subject text,
  details jsonb,
  before jsonb,
  after jsonb,
  address text,
  created_at timestamptz(3) not null default current_timestamp
);
create index audit_entries_account_id_id_idx on audit_entries (account_id, id);
create index audit_entries_account_id_actor_id_idx on audit_entries (account_id, actor, id);
create index audit_entries_account_id_subject_id_idx on audit_entries (account_id, subject, id);
create index audit_entries_account_id_created_at_idx on audit_entries (account_id, created_at);
create index audit_entries_account_id_action_id_idx on audit_entries (account_id, action, id);
-- Rare entries have their own index: a page of them would otherwise read thousands of rows.
create index audit_entries_staff on audit_entries (account_id, id) where actor like 'staff:%';
create index audit_entries_system on audit_entries (account_id, id) where actor like 'system:%';
-- The staff's audit log spans all accounts. These contain only its entries, in its order: all, an action's, a person's, and
-- a merchant's. app/support/staff-audit/staff-audit-log.ts repeats the condition.
create index audit_entries_by_staff on audit_entries (created_at, id)
  where actor like 'staff:%' or actor in ('system:shell', 'system:detect-unusual-reading', 'system:start-staff-leaves', 'system:advance-factor-resets');
create index audit_entries_by_staff_action on audit_entries (action, created_at, id)
  where actor like 'staff:%' or actor in ('system:shell', 'system:detect-unusual-reading', 'system:start-staff-leaves', 'system:advance-factor-resets');
create index audit_entries_by_staff_actor on audit_entries (actor, created_at, id)
  where actor like 'staff:%' or actor in ('system:shell', 'system:detect-unusual-reading', 'system:start-staff-leaves', 'system:advance-factor-resets');
create index audit_entries_by_staff_account on audit_entries (account_id, created_at, id)
  where actor like 'staff:%' or actor in ('system:shell', 'system:detect-unusual-reading', 'system:start-staff-leaves', 'system:advance-factor-resets');
create trigger audit_entries_append_only
  before update or delete or truncate on audit_entries
  for each statement execute function reject_change();

-- Links each audit entry to the hash chain of its account. A trigger writes the link when the entry is committed.
-- Append-only.
create table audit_links (
  account_id text not null,
  sequence bigint not null,
  entry_id bigint not null,
  hash text not null,
  primary key (account_id, sequence),
  constraint audit_links_hash check (hash ~ '^[0-9a-f]{64}$' and sequence > 0)
);
create unique index audit_links_entry_id_key on audit_links (entry_id);
create trigger audit_links_append_only
  before update or delete or truncate on audit_links
  for each statement execute function reject_change();

-- The head of each hash chain, and the result of its last verification.
create table audit_chains (
  account_id text primary key,
  sequence bigint not null default 0,
  hash text not null default '0000000000000000000000000000000000000000000000000000000000000000',
  checked_at timestamptz(3),
  error text,
  error_sequence bigint,
  error_entry_id bigint,
  constraint audit_chains_error check ((error is null and error_sequence is null and error_entry_id is null)
    or (error in ('changed', 'entry_missing', 'link_missing', 'unchained', 'end_differs', 'anchor_differs', 'anchor_forged')
    and checked_at is not null))
);
create index audit_chains_checked_at_idx on audit_chains (checked_at);
create index audit_chains_broken on audit_chains (account_id) where error is not null;
create trigger audit_chains_no_delete
  before delete or truncate on audit_chains for each statement execute function reject_change();

-- Signed copies of each chain's head, also in the document storage and the log: a chain that was rewritten does not match
-- them, and nobody can sign others without SECRET_KEY. Append-only.
create table audit_anchors (
  account_id text not null,
  sequence bigint not null,
  hash text not null,
  kind text not null,
  signed_at timestamptz(3) not null,
  key_id text not null,
  mac text not null,
  primary key (account_id, sequence, mac),
  constraint audit_anchors_kind check (kind in ('head', 'restore'))
);
create trigger audit_anchors_append_only
  before update or delete or truncate on audit_anchors
  for each statement execute function reject_change();

-- Threat T33: links an entry to all earlier ones of the same account. The hash is SHA-256 over the previous hash, a line
-- break, and the entry as jsonb writes an array of its columns, which is one text for one row. app/audit/chain.ts builds
-- the same text to verify the chain, without this function.
create function chain_audit_entry(entry audit_entries) returns void language plpgsql as $$
DECLARE
  chain text := coalesce(entry.account_id, '');
  head audit_chains;
BEGIN
  INSERT INTO audit_chains (account_id) VALUES (chain) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT head FROM audit_chains WHERE account_id = chain FOR UPDATE;
  head.sequence := head.sequence + 1;
  head.hash := encode(sha256(convert_to(head.hash || E'\n' || jsonb_build_array(
    chain, head.sequence, entry.id, entry.account_id, entry.actor, entry.action, entry.subject, entry.details, entry.before, entry.after,
    entry.address, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'UTF8')), 'hex');
  INSERT INTO audit_links (account_id, sequence, entry_id, hash) VALUES (chain, head.sequence, entry.id, head.hash);
  UPDATE audit_chains SET sequence = head.sequence, hash = head.hash WHERE account_id = chain;
END
$$;

-- With the owner's rights, because a process may not write to the chain itself (app/platform/database/process-role.ts).
create function chain_new_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
BEGIN
  PERFORM chain_audit_entry(NEW);
  RETURN NULL;
END
$$;
revoke execute on function chain_audit_entry from public;

-- Deferred, so that the chain of an account is locked only while its transaction commits. Locked when the entry is written,
-- it could deadlock with rows that the caller locks later.
create constraint trigger audit_entries_chain
  after insert on audit_entries deferrable initially deferred for each row execute function chain_new_audit_entry();

-- -------------------------------------------------------------------------------------------------------------- mail

-- Emails that were captured instead of sent, for evaluation. Encrypted, because they contain login links.
create table captured_mails (
  id bigserial primary key,
  sealed text not null
);

-- The outbox. A mail is written in the same transaction as the change that causes it; a job sends it.
create table mails (
  id text primary key,
  recipient text not null,
  template text not null,
  sealed text,
  sealed_copy text,
  original_id text references mails (id) on update cascade on delete set null,
  status text not null default 'queued',
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default current_timestamp,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  leased_until timestamptz(3)
);
create index mails_status_created_at_idx on mails (status, created_at);
create index mails_failed_at on mails (failed_at) where failed_at is not null;
create index mails_recipient_id_idx on mails (recipient, id);
create index mails_original_id_created_at_idx on mails (original_id, created_at);
-- Copies are deleted after 30 days, and the others stay: what deletes and re-encrypts them doesn't read those.
create index mails_copies on mails (id) where sealed_copy is not null;

-- --------------------------------------------------------------------------------------------------------- documents

create domain document_status as text check (value in ('uploading', 'checking', 'ready', 'rejected'));

-- A file that a merchant uploaded. The bytes are in the document storage; access always goes through the application.
create table documents (
  id text primary key,
  account_id text not null,
  kind text not null,
  subject text not null default '',
  file_name text not null,
  content_type text not null,
  size_bytes integer not null,
  pages integer not null default 1,
  sha256 text,
  storage_key text not null,
  status document_status not null default 'uploading',
  rejection_reason text,
  uploaded_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  checked_at timestamptz(3),
  replaced_at timestamptz(3),
  constraint documents_rejection_reason check ((status = 'rejected') = (rejection_reason is not null)),
  constraint documents_size check (size_bytes > 0),
  constraint documents_pages check (pages > 0)
);
create unique index documents_storage_key_key on documents (storage_key);
create index documents_account_id_kind_subject_idx on documents (account_id, kind, subject);
create index documents_status_created_at_idx on documents (status, created_at);
-- A document stays current until its replacement is checked: of each kind and subject at most one is ready and one is
-- being checked.
create unique index documents_current
  on documents (account_id, kind, subject, status) where replaced_at is null and status in ('checking', 'ready');

-- ---------------------------------------------------------------------------------------------------------- webhooks

-- Webhook events, written in the same statement as the change they report.
create table webhook_events (
  id text primary key,
  account_id text not null,
  environment environment not null,
  type text not null,
  transaction_id text,
  payload jsonb not null,
  sample boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  published_at timestamptz(6) not null default clock_timestamp(),
  fanned_out_at timestamptz(3)
);
create index webhook_events_account_id_environment_published_at_id_idx
  on webhook_events (account_id, environment, published_at, id);
-- Events that wait for fan-out.
create index webhook_events_pending_fan_out on webhook_events (id) where fanned_out_at is null;

-- A merchant's webhook endpoint.
create table webhook_endpoints (
  id text primary key,
  account_id text not null,
  environment environment not null,
  url text not null,
  description text not null default '',
  events text[] default array[]::text[],
  status text not null default 'enabled',
  disabled_reason text,
  disabled_at timestamptz(3),
  failing_since timestamptz(3),
  failures integer not null default 0,
  failing_notified_at timestamptz(3),
  sealed text not null,
  secret_version integer not null default 1,
  secret_created_by text not null,
  secret_created_at timestamptz(3) not null default current_timestamp,
  previous_sealed text,
  previous_ends_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  deleted_at timestamptz(3),
  constraint webhook_endpoints_status check (status in ('enabled', 'disabled')),
  constraint webhook_endpoints_disabled check ((status = 'disabled') = (disabled_reason is not null)),
  constraint webhook_endpoints_overlap check ((previous_sealed is null) = (previous_ends_at is null)),
  constraint webhook_endpoints_failures check (failures >= 0 and (failing_since is not null or (failures = 0
    and failing_notified_at is null))),
  constraint webhook_endpoints_secret_version check (secret_version >= 1),
  constraint webhook_endpoints_disabled_reason check (disabled_reason in ('manual', 'gone', 'failing'))
);
create index webhook_endpoints_account_id_environment_id_idx on webhook_endpoints (account_id, environment, id);

-- The delivery of one event to one endpoint.
create table webhook_deliveries (
  id text primary key,
  event_id text not null references webhook_events (id) on update cascade on delete restrict,
  endpoint_id text not null references webhook_endpoints (id) on update cascade on delete restrict,
  account_id text not null,
  environment environment not null,
  transaction_id text,
  event_type text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  scheduled_attempts integer not null default 0,
  requested_by text,
  next_attempt_at timestamptz(3) default current_timestamp,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  constraint webhook_deliveries_attempts check (attempts >= 0),
  constraint webhook_deliveries_scheduled_attempts check (scheduled_attempts between 0 and attempts),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed', 'dropped')),
  constraint webhook_deliveries_next_attempt check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_lease check (leased_until is null or status = 'pending'),
  constraint webhook_deliveries_finished check ((status = 'pending') = (finished_at is null))
);
create index webhook_deliveries_endpoint_id_id_idx on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_account_id_environment_id_idx on webhook_deliveries (account_id, environment, id);
create unique index webhook_deliveries_event_id_endpoint_id_key on webhook_deliveries (event_id, endpoint_id);
create index webhook_deliveries_transaction
  on webhook_deliveries (transaction_id, id) where transaction_id is not null;
create index webhook_deliveries_endpoint_id_event_type_id_idx on webhook_deliveries (endpoint_id, event_type, id);
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where leased_until is not null;
create index webhook_deliveries_undelivered
  on webhook_deliveries (endpoint_id, id) where status in ('failed', 'dropped');
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
-- Due deliveries are found by endpoint, so that a slow endpoint does not delay others.
create index webhook_deliveries_due_by_endpoint
  on webhook_deliveries (endpoint_id, next_attempt_at, id) where status = 'pending';

-- One HTTP request to an endpoint, and the response.
create table webhook_attempts (
  id bigserial primary key,
  delivery_id text not null references webhook_deliveries (id) on update cascade on delete restrict,
  requested_by text,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text,
  request_headers jsonb not null,
  response_headers jsonb,
  response_body text,
  constraint webhook_attempts_response check ((status is null) <> (error is null)),
  constraint webhook_attempts_duration check (duration_ms >= 0)
);
create index webhook_attempts_delivery_id_id_idx on webhook_attempts (delivery_id, id);

-- ---------------------------------------------------------------------------------------------------------- identity

create table users (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null default current_timestamp,
  device_generation integer not null default 0,
  first_session_at timestamptz(3),
  constraint users_device_generation check (device_generation >= 0)
);
create unique index users_email_key on users (email);

create domain staff_role as text check (value in ('reviewer', 'support', 'admin'));

-- Staff of the company that runs this installation.
create table staff_members (
  user_id text primary key references users (id) on update cascade on delete restrict,
  role staff_role not null,
  created_at timestamptz(3) not null default current_timestamp,
  ended_at timestamptz(3),
  leave_from date,
  leave_until date,
  leave_started_at timestamptz(3),
  check (num_nulls(leave_from, leave_until) in (0, 2)),
  check (leave_from <= leave_until),
  check (leave_started_at is null or leave_from is not null)
);

-- The reset of a staff member's second factor: one admin requests it, and another one approves it.
create table staff_factor_resets (
  id text primary key,
  user_id text not null references staff_members (user_id) on update cascade on delete restrict,
  requested_by text not null check (requested_by <> user_id),
  reason text not null check (reason <> ''),
  requested_at timestamptz(3) not null default current_timestamp,
  approved_by text check (approved_by not in (user_id, requested_by)),
  takes_effect_at timestamptz(3),
  outcome text check (outcome in ('done', 'canceled', 'expired')),
  ended_at timestamptz(3),
  check (num_nulls(approved_by, takes_effect_at) in (0, 2)),
  check (num_nulls(outcome, ended_at) in (0, 2)),
  check (outcome <> 'done' or approved_by is not null)
);
create unique index staff_factor_resets_one_open on staff_factor_resets (user_id) where ended_at is null;

-- An authenticator app (TOTP, RFC 6238).
create table second_factors (
  user_id text primary key references users (id) on update cascade on delete cascade,
  sealed text not null,
  last_step integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp
);

-- The public half of a WebAuthn key pair. A passkey logs in on its own and also serves as a second factor.
create table passkeys (
  id text primary key,
  user_id text not null references users (id) on update cascade on delete cascade,
  area text not null default 'portal',
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] default array[]::text[],
  backed_up boolean not null,
  name text not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3),
  -- Credential ids have 16 to 1023 bytes, counters 32 bits (WebAuthn 3).
  constraint passkeys_credential_id check (credential_id ~ '^[A-Za-z0-9_-]+$'
    and char_length(credential_id) between 22 and 1364),
  constraint passkeys_public_key check (octet_length(public_key) between 32 and 2048),
  constraint passkeys_counter check (counter between 0 and 4294967295),
  constraint passkeys_transports check (cardinality(transports) <= 10
    and array_to_string(transports, ',', '?') ~ '^[a-z,-]*$'),
  constraint passkeys_name check (char_length(name) between 1 and 60),
  constraint passkeys_area check (area in ('portal', 'staff'))
);
create unique index passkeys_credential_id_key on passkeys (credential_id);
create index passkeys_user_id_idx on passkeys (user_id);

-- WebAuthn challenges that were answered, correctly or not, and cannot be used again. Open challenges are kept by the
-- page.
create table used_challenges (
  id text primary key,
  expires_at timestamptz(3) not null,
  constraint used_challenges_id check (id ~ '^[0-9a-f]{64}$')
);
create index used_challenges_expires_at_idx on used_challenges (expires_at);

-- Replaces a code when the authenticator is lost. Each works once.
create table recovery_codes (
  id text primary key,
  user_id text not null references users (id) on update cascade on delete cascade,
  used_at timestamptz(3)
);
create index recovery_codes_user_id_idx on recovery_codes (user_id);

-- A requested change of email address. It takes effect when the links sent to both addresses are confirmed.
create table email_changes (
  user_id text primary key references users (id) on update cascade on delete cascade,
  old_email text not null,
  new_email text not null,
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint email_changes_addresses check (old_email <> new_email and new_email = lower(new_email))
);
create index email_changes_expires_at_idx on email_changes (expires_at);

-- Recovery of a login without second factor and recovery codes: after a waiting period the second factor is removed.
create table factor_recoveries (
  user_id text primary key references users (id) on update cascade on delete cascade,
  takes_effect_at timestamptz(3) not null,
  notified_at timestamptz(3) not null default current_timestamp,
  created_at timestamptz(3) not null default current_timestamp,
  constraint factor_recoveries_takes_effect check (takes_effect_at > created_at)
);
create index factor_recoveries_takes_effect_at_idx on factor_recoveries (takes_effect_at);

create domain session_area as text check (value in ('portal', 'staff'));

create table sessions (
  id text primary key,
  public_id text not null default ('ses_' || substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 36)),
  user_id text not null references users (id) on update cascade on delete cascade,
  area session_area not null default 'portal',
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  user_agent text not null,
  address text not null,
  method text not null default 'renewed',
  created_at timestamptz(3) not null default current_timestamp,
  confirmed_at timestamptz(3) not null default current_timestamp,
  confirmed_with text not null default 'password',
  last_used_at timestamptz(3) not null default current_timestamp,
  constraint sessions_confirmed_with check (confirmed_with in ('password', 'code', 'recovery_code', 'passkey')),
  constraint sessions_method check (method in ('password', 'password_and_code', 'passkey', 'email_link', 'renewed')),
  constraint sessions_public_id check (public_id ~ '^ses_[0-9a-z]{36}$')
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create unique index sessions_public_id_key on sessions (public_id);

-- A link sent by email. It works once: redeeming it deletes the row.
create table email_links (
  id text primary key,
  purpose text not null,
  email text not null,
  name text,
  user_id text,
  role staff_role,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint email_links_role check ((purpose = 'staff') = (role is not null))
);
create index email_links_email_purpose_idx on email_links (email, purpose);
create index email_links_expires_at_idx on email_links (expires_at);

-- --------------------------------------------------------------------------------------------------------- merchants

create table accounts (
  id text primary key,
  name text not null,
  mode text not null default 'test',
  status text not null default 'active',
  time_zone text not null default 'UTC',
  pci_certified_at timestamptz(3),
  capture_mode text not null default 'authcap',
  three_d_secure text not null default 'automatic',
  -- Of payment intents that don't say otherwise.
  billing_details billing_details not null default 'minimal',
  billing_required boolean not null default false,
  daily_totals_zone text not null default 'UTC',
  hold_days integer not null default 7,
  brand_hold_days jsonb not null default '{}',
  -- In minor units, times 100 or 10,000 in currencies whose amounts have 10 or 12 digits.
  refund_confirm_above non_negative_amount default 100000,
  member_refund_limit non_negative_amount default 1000000,
  account_refund_limit non_negative_amount default 5000000,
  created_at timestamptz(3) not null default current_timestamp,
  constraint accounts_mode check (mode in ('test', 'live')),
  constraint accounts_status check (status in ('active', 'suspended')),
  constraint accounts_capture_mode check (capture_mode in ('authorize', 'authcap')),
  constraint accounts_three_d_secure check (three_d_secure in ('automatic', 'always', 'never')),
  constraint accounts_hold_days check (hold_days between 1 and 30),
  constraint accounts_brand_hold_days check (jsonb_typeof(brand_hold_days) = 'object'
    and not jsonb_path_exists(brand_hold_days, '$.* ? (@.type() != "number" || @ < 1 || @ > 30 || @.floor() != @)')),
  constraint accounts_refund_limits check (greatest(refund_confirm_above, member_refund_limit, account_refund_limit) <= 99999999)
);
create index accounts_daily_totals_outdated on accounts (id) where daily_totals_zone <> time_zone;
alter table webhook_endpoints add foreign key (account_id) references accounts (id) on update cascade on delete restrict;

create table members (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  user_id text not null references users (id) on update cascade on delete restrict,
  role text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, user_id)
);
create index members_user_id_idx on members (user_id);

-- An invitation to an account's team. It works once: joining deletes the row.
create table member_invitations (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  email text not null,
  role text not null,
  invited_by text not null references users (id) on update cascade on delete restrict,
  token_hash text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint member_invitations_role check (role in ('owner', 'admin', 'developer', 'finance', 'viewer')),
  constraint member_invitations_email check (email = lower(email))
);
create unique index member_invitations_token_hash_key on member_invitations (token_hash);
create index member_invitations_invited_by_idx on member_invitations (invited_by);
create index member_invitations_expires_at_idx on member_invitations (expires_at);
create unique index member_invitations_account_id_email_key on member_invitations (account_id, email);

-- A team member's notification settings, where they differ from the default.
create table notification_preferences (
  account_id text not null,
  user_id text not null,
  topic text not null,
  enabled boolean not null,
  changed_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, user_id, topic),
  constraint notification_preferences_account_id_user_id_fkey foreign key (account_id, user_id)
    references members (account_id, user_id) on update cascade on delete cascade
);

-- A team member's notification in the portal. Those of former members go with the membership.
create table notifications (
  id text primary key,
  account_id text not null,
  user_id text not null,
  topic text not null check (topic in ('disputes', 'refunds', 'webhooks', 'credentials', 'team', 'support_sessions', 'account')),
  text text not null check (text <> '' and length(text) <= 500),
  path text not null check (path like '/%' and path not like '//%'),
  environment text check (environment in ('test', 'live')),
  created_at timestamptz(3) not null default current_timestamp,
  read_at timestamptz(3),
  constraint notifications_account_id_user_id_fkey foreign key (account_id, user_id)
    references members (account_id, user_id) on update cascade on delete cascade
);
create index notifications_account_id_user_id_id_idx on notifications (account_id, user_id, id);
create index notifications_unread on notifications (account_id, user_id) where read_at is null;

-- A support session: read-only, time-limited access of a staff member to a merchant's account.
create table support_sessions (
  id text primary key,
  staff_user_id text not null references users (id) on update cascade on delete restrict,
  session_id text not null,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment text not null default 'test',
  reason text not null,
  case_reference text,
  address text not null,
  started_at timestamptz(3) not null default current_timestamp,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  constraint support_sessions_environment check (environment in ('test', 'live')),
  constraint support_sessions_reason check (char_length(btrim(reason)) between 10 and 500),
  constraint support_sessions_case_reference check (char_length(btrim(case_reference)) between 1 and 100),
  constraint support_sessions_duration check (ends_at > started_at and ends_at <= started_at + interval '60 minutes'),
  constraint support_sessions_ended check ((ended_at is null and end_reason is null)
    or (ended_at between started_at and ends_at
    and end_reason in ('manual', 'expired', 'logged_out', 'login_ended', 'role_removed', 'account_closed')))
);
create index support_sessions_account_id_id_idx on support_sessions (account_id, id);
create index support_sessions_staff_user_id_id_idx on support_sessions (staff_user_id, id);
-- One open support session per staff session. The job that ends expired ones reads this index too.
create unique index support_sessions_open on support_sessions (session_id) where ended_at is null;
-- Only the environment changes, and the end is written once.
create trigger support_sessions_no_change
  before update of id, staff_user_id, session_id, account_id, reason, case_reference, address, started_at,
    ends_at on support_sessions
  for each statement execute function reject_change();
create trigger support_sessions_no_delete
  before delete or truncate on support_sessions for each statement execute function reject_change();

-- A page requested during a support session. Only `refused` may change. Deleted after a retention period.
create table support_session_pages (
  id bigserial primary key,
  support_session_id text not null references support_sessions (id) on update cascade on delete restrict,
  environment text not null,
  path text not null,
  address text not null,
  refused boolean not null default false,
  viewed_at timestamptz(3) not null default current_timestamp,
  constraint support_session_pages_environment check (environment in ('test', 'live'))
);
create index support_session_pages_support_session_id_id_idx on support_session_pages (support_session_id, id);
create index support_session_pages_viewed_at_idx on support_session_pages (viewed_at);
-- A recorded page may only be marked as refused, once, until it is deleted.
create trigger support_session_pages_no_change
  before update of id, support_session_id, environment, path, address, viewed_at or truncate on support_session_pages
  for each statement execute function reject_change();
create trigger support_session_pages_refused_once
  before update on support_session_pages
  for each row when (old.refused or not new.refused) execute function reject_change();

create table api_secrets (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  hash text not null,
  hint text not null,
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3),
  last_address text,
  tokens integer not null default 0,
  requests bigint not null default 0,
  ends_at timestamptz(3)
);
create unique index api_secrets_hash_key on api_secrets (hash);
create index api_secrets_account_id_environment_idx on api_secrets (account_id, environment);

-- Addresses that may use an account's credentials in an environment; no rows means all addresses.
create table allowed_addresses (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  range text not null,
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, environment, range),
  constraint allowed_addresses_range check (range ~ '^[0-9a-f.:]{2,45}(/[0-9]{1,3})?$')
);

-- Signs the parameters of the redirect back to the merchant.
create table checkout_secrets (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  sealed text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, environment)
);

-- Allowed hosts of redirect URLs in live mode: `shop.example`, with a port unless it is 443.
create table redirect_hosts (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  host text not null,
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, host),
  -- A host as the WHATWG URL parser writes it.
  constraint redirect_hosts_host check (host ~ '^[a-z0-9_.-]{1,253}(:[0-9]{1,5})?$')
);

-- Versions of a merchant's checkout design: at most one draft, and every published version.
create table checkout_designs (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  number integer,
  design jsonb not null,
  saved_by text not null,
  saved_at timestamptz(3) not null default current_timestamp,
  published_by text,
  published_at timestamptz(3),
  constraint checkout_designs_published check ((number is null) = (published_at is null)
    and (number is null) = (published_by is null) and number >= 1)
);
create unique index checkout_designs_account_id_environment_number_key
  on checkout_designs (account_id, environment, number);
create unique index checkout_designs_draft on checkout_designs (account_id, environment) where number is null;
-- Published versions never change.
create trigger checkout_designs_published_no_change
  before update or delete on checkout_designs
  for each row when (old.number is not null) execute function reject_change();

-- A merchant's logo, re-encoded from the uploaded image.
create table checkout_logos (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  png bytea not null,
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  -- Only PNGs that we encoded are stored.
  constraint checkout_logos_png check (substring(png for 8) = '\x89504e470d0a1a0a')
);
create index checkout_logos_account_id_created_at_idx on checkout_logos (account_id, created_at);

create domain application_state as text check (
  value in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED')
);

-- A merchant's application to go live (spec 1, merchant application).
create table applications (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  state application_state not null default 'DRAFT',
  version integer not null default 1,
  answers jsonb not null default '{}',
  round integer not null default 0,
  submitted_at timestamptz(3),
  promised_at timestamptz(3),
  reviewer_id text,
  assigned_at timestamptz(3),
  snoozed_until timestamptz(3),
  snooze_reason text,
  first_approval_by text,
  rejected_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  -- An application has a reviewer exactly while it is in review.
  constraint applications_reviewer check ((state = 'IN_REVIEW') = (reviewer_id is not null)),
  constraint applications_promised_at check (state not in ('SUBMITTED', 'IN_REVIEW') or promised_at is not null),
  constraint applications_decided check ((state in ('APPROVED', 'REJECTED')) = (decided_at is not null))
);
create unique index applications_account_id_key on applications (account_id);
create index applications_state_promised_at_idx on applications (state, promised_at);

-- An owner or director of the business, encrypted.
create table application_people (
  id text primary key,
  application_id text not null references applications (id) on update cascade on delete restrict,
  answers jsonb not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint application_people_answers_encrypted check (jsonb_typeof(answers) = 'string')
);
create index application_people_application_id_created_at_idx on application_people (application_id, created_at);

-- Keyed hashes of what an account is identified by, to find others with the same.
create table account_search_keys (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  kind text not null check (kind in (
    'registration_number', 'tax_number', 'bank_account', 'person', 'document', 'website', 'email', 'phone', 'address',
    'ip_address', 'browser')),
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  primary key (account_id, kind, key)
);
create index account_search_keys_kind_key_idx on account_search_keys (kind, key);

-- A snapshot of each submission, to show what changed since the last round.
create table application_submissions (
  application_id text not null references applications (id) on update cascade on delete restrict,
  round integer not null,
  contents jsonb not null,
  message text,
  submitted_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (application_id, round),
  constraint application_submissions_people_encrypted check (jsonb_typeof(contents -> 'people') is not distinct from 'string')
);
-- Threat T33: a submission never changes. Only the encryption of its secret and personal data may.
create trigger application_submissions_no_delete
  before delete or truncate on application_submissions
  for each statement execute function reject_change();
create trigger application_submissions_no_change
  before update on application_submissions
  for each row
  when (to_jsonb(old) #- '{contents,answers,account_number}' #- '{contents,answers,tax_number}' #- '{contents,people}'
      is distinct from to_jsonb(new) #- '{contents,answers,account_number}' #- '{contents,answers,tax_number}' #- '{contents,people}'
    or (old.contents #>> '{answers,account_number}' = '') is distinct from (new.contents #>> '{answers,account_number}' = '')
    or (old.contents #>> '{answers,tax_number}' = '') is distinct from (new.contents #>> '{answers,tax_number}' = '')
    or (new.contents ->> 'people' = '') is not false)
  execute function reject_change();

-- `change`: the merchant has to change the item.
create domain item_review_result as text check (value in ('accepted', 'change'));

-- A reviewer's result for one item of a submission: an answer, a person or a document.
create table application_item_reviews (
  application_id text not null references applications (id) on update cascade on delete restrict,
  round integer not null,
  item text not null,
  result item_review_result not null,
  reason text,
  reviewer_id text not null,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (application_id, round, item),
  constraint application_item_reviews_reason check (result = 'accepted' or reason <> '')
);

-- What the checks against outside sources found about a submission, encrypted.
create table application_checks (
  application_id text not null references applications (id) on update cascade on delete restrict,
  round integer not null,
  kind text not null check (kind in ('website', 'sanctions')),
  result text not null check (result in ('passed', 'attention', 'unavailable')),
  version text not null,
  sealed text not null,
  checked_at timestamptz(3) not null,
  primary key (application_id, round, kind)
);

-- The history of an application, including internal notes that only reviewers see.
create table application_events (
  id bigserial primary key,
  application_id text not null references applications (id) on update cascade on delete restrict,
  type text not null,
  round integer not null,
  actor text not null,
  message text,
  internal boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp
);
create index application_events_application_id_id_idx on application_events (application_id, id);
create trigger application_events_append_only
  before update or delete or truncate on application_events
  for each statement execute function reject_change();

-- The API request log, kept for 30 days without secrets. The id is the X-Request-Id of the response.
create table api_requests (
  id text primary key,
  account_id text not null,
  environment environment not null,
  secret_id text,
  method text not null,
  path text not null,
  operation text,
  status integer not null,
  code text,
  external_id text,
  outcome text,
  transaction_id text,
  intent_id text,
  request_body text,
  response_body text,
  request_bytes integer,
  response_bytes integer,
  duration_ms integer not null,
  address text,
  user_agent text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint api_requests_outcome check (outcome in ('executed', 'replayed', 'conflicted')),
  constraint api_requests_status check (status between 100 and 599)
);
create index api_requests_account_id_environment_id_idx on api_requests (account_id, environment, id);
-- Requests that only read have no external_id.
create index api_requests_external_id
  on api_requests (account_id, environment, external_id, id) where external_id is not null;
create index api_requests_transaction on api_requests (transaction_id, id) where transaction_id is not null;
-- Errors are rare and have their own indexes.
create index api_requests_refused on api_requests (account_id, environment, id) where status >= 400;
create index api_requests_failed on api_requests (account_id, environment, id) where status >= 500;

-- ------------------------------------------------------------------------------------------------------------- vault

-- A saved card. After deletion only brand, last four digits and dates remain.
create table card_tokens (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  external_id text not null,
  customer_id text,
  brand text not null,
  last_four text not null,
  expiry text,
  fingerprint text,
  sealed text,
  wrapped_key text,
  key_id text,
  merchant_reason merchant_reason,
  network_transaction_id text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  deleted_at timestamptz(3),
  constraint card_tokens_last_four check (last_four ~ '^[0-9]{4}$'),
  constraint card_tokens_expiry check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  -- A card is either complete or erased.
  constraint card_tokens_erased check (num_nulls(expiry, fingerprint, sealed, wrapped_key, key_id) = case
    when deleted_at is null then 0 else 5 end)
);
create index card_tokens_account_id_environment_id_idx on card_tokens (account_id, environment, id);
create index card_tokens_environment_key_id_idx on card_tokens (environment, key_id);
-- Finds the same card again.
create index card_tokens_fingerprint on card_tokens (account_id, environment, fingerprint) where deleted_at is null;
-- Finds the cards that the checkout offers to a customer.
create index card_tokens_customer on card_tokens (account_id, environment, customer_id, id)
  where customer_id is not null and deleted_at is null and closed_at is null;

-- ---------------------------------------------------------------------------------------------------------- payments

-- A page that anyone with its URL can pay on. Each visit creates a payment intent.
create table payment_links (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  external_id text not null,
  name text not null,
  currency currency not null,
  -- Either items or the bounds of an amount that the payer chooses.
  items jsonb not null,
  chosen_amount jsonb,
  -- Null: the account's settings.
  operation text,
  billing_details billing_details,
  billing_required boolean,
  email_required boolean not null,
  -- Null: the checkout design's.
  pay_word text,
  thank_you_text text,
  redirect_url text,
  expires_at timestamptz(3),
  maximum_payments integer,
  visits bigint not null default 0,
  inactive_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint payment_links_name check (length(name) between 1 and 120),
  constraint payment_links_price check ((jsonb_array_length(items) > 0) = (chosen_amount is null)),
  constraint payment_links_operation check (operation in ('authorize', 'authcap')),
  constraint payment_links_pay_word check (pay_word in ('pay', 'order', 'book', 'donate', 'subscribe')),
  constraint payment_links_end check (num_nonnulls(thank_you_text, redirect_url) <= 1),
  constraint payment_links_maximum_payments check (maximum_payments between 1 and 10000)
);
create index payment_links_account_id_environment_id_idx on payment_links (account_id, environment, id);

create table payment_intents (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  external_id text not null,
  operation text not null,
  amount amount not null,
  currency currency not null,
  "order" jsonb not null,
  customer_id text,
  success_url text not null,
  failure_url text not null,
  -- Which billing details the checkout asks for, and whether the payer has to enter them.
  billing_details billing_details not null default 'minimal',
  billing_required boolean not null default false,
  email_required boolean not null default false,
  payment_link_id text references payment_links (id) on update cascade on delete restrict,
  state text not null default 'OPEN',
  attempts integer not null default 0,
  form_ids text[] not null default array[]::text[],
  transaction_id text,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  language text,
  opened_at timestamptz(3),
  redirected_at timestamptz(3),
  canceled_at timestamptz(3),
  receipt text,
  constraint payment_intents_operation check (operation in ('authorize', 'authcap')),
  constraint payment_intents_canceled check ((state = 'CANCELLED') = (canceled_at is not null)),
  constraint payment_intents_language check (language in ('en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar')),
  constraint payment_intents_state check (state in ('OPEN', 'PAYING', 'PAID', 'BLOCKED', 'CANCELLED', 'EXPIRED')),
  constraint payment_intents_receipt check (receipt in ('REQUESTED', 'QUEUED'))
);
create index payment_intents_account_id_environment_external_id_idx
  on payment_intents (account_id, environment, external_id);
create index payment_intents_open on payment_intents (expires_at) where state = 'OPEN';
create index payment_intents_account_id_environment_id_idx on payment_intents (account_id, environment, id);
-- Orders without a payment attempt, for support. Of the others, the transactions have the order ID.
create index payment_intents_unattempted_order on payment_intents (account_id, environment, ("order" ->> 'order_id'), id)
  where transaction_id is null;
create index payment_intents_open_by_link on payment_intents (payment_link_id)
  where payment_link_id is not null and state = 'OPEN';
create index payment_intents_paid_by_link on payment_intents (payment_link_id, id) include (amount)
  where payment_link_id is not null and state = 'PAID';

-- The payments of links that accept only some. A place is taken before the payment, and is free again some minutes later
-- unless its intent is paid or being paid.
create table payment_link_places (
  link_id text not null references payment_links (id) on update cascade on delete restrict,
  number integer not null,
  intent_id text not null unique references payment_intents (id) on update cascade on delete restrict,
  form_id text not null,
  taken_at timestamptz(3) not null default current_timestamp,
  primary key (link_id, number),
  constraint payment_link_places_number check (number >= 1)
);

-- Receipts to send: few rows, so that looking for them costs next to nothing.
create index payment_intents_due_receipts on payment_intents (id) where receipt = 'REQUESTED' and state = 'PAID';

-- A page that saves a card for later payments (spec 4.6).
create table card_intents (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  external_id text not null,
  customer_id text,
  state text not null default 'OPEN',
  success_url text,
  failure_url text,
  merchant_reason merchant_reason,
  attempts integer not null default 0,
  form_ids text[] not null default array[]::text[],
  declines integer not null default 0,
  last_result text,
  leased_until timestamptz(3),
  card_token_id text references card_tokens (id) on update cascade on delete set null,
  language text,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  redirected_at timestamptz(3),
  constraint card_intents_language check (language in ('en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar')),
  constraint card_intents_completed check ((state = 'COMPLETED') = (card_token_id is not null)),
  constraint card_intents_redirect_urls check ((success_url is null) = (failure_url is null)),
  constraint card_intents_state check (state in ('OPEN', 'COMPLETED', 'CANCELLED', 'BLOCKED', 'EXPIRED'))
);
create index card_intents_account_id_environment_external_id_idx
  on card_intents (account_id, environment, external_id);
create unique index card_intents_card_token_id_key on card_intents (card_token_id);
create index card_intents_open on card_intents (expires_at) where state = 'OPEN';
create index card_intents_account_id_environment_id_idx on card_intents (account_id, environment, id);

create domain transaction_type as text check (value in ('PAYMENT', 'REFUND', 'CHARGEBACK'));
create domain transaction_status as text check (
  value in ('PENDING', 'AUTHORIZED', 'DECLINED', 'VOIDED', 'PARTIAL_CAPTURED', 'CAPTURED', 'EXPIRED', 'SETTLED')
);
create domain dispute_stage as text check (value in ('needs_response', 'under_review', 'accepted', 'won', 'lost'));

-- A contract with an acquirer, under which payments are made. Each transaction keeps its connection forever.
create table acquirer_connections (
  id text primary key,
  -- For staff.
  name text not null,
  acquirer text not null,
  environment environment not null,
  -- The only merchant that uses it. All others use the connection without one.
  account_id text references accounts (id) on update cascade on delete restrict,
  state text not null default 'awaiting_approval',
  -- What its adapter needs to know and may be shown, such as the merchant account at the acquirer. `sameAccountAs` is the
  -- first connection to the same account.
  settings jsonb not null default '{}',
  -- Encrypted JSON: API keys and webhook secrets. Existing payments need them for as long as they exist.
  sealed text,
  -- After a rotation: the webhook secrets that are also accepted until then.
  previous_sealed text,
  previous_ends_at timestamptz(3),
  -- A rotation that a second person hasn't approved yet. It doesn't apply.
  next_sealed text,
  next_proposed_by text,
  next_proposed_at timestamptz(3),
  next_overlap_hours integer,
  -- Counts the changes of settings and secrets, so that a person approves exactly what they have seen.
  version integer not null default 1,
  -- The two people who are responsible for the current settings and secrets.
  proposed_by text,
  proposed_at timestamptz(3) not null default current_timestamp,
  approved_by text,
  approved_at timestamptz(3),
  rejected_by text,
  rejected_at timestamptz(3),
  rejection_reason text,
  retired_by text,
  retired_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  unique (id, environment),
  constraint acquirer_connections_acquirer check (acquirer in ('simulator', 'stripe', 'adyen')),
  constraint acquirer_connections_state check (state in ('awaiting_approval', 'active', 'retired', 'rejected')),
  constraint acquirer_connections_simulator check (acquirer <> 'simulator'
    or (state in ('active', 'retired') and coalesce(sealed, previous_sealed, next_sealed) is null)),
  -- One person alone can't redirect payments to another account at the acquirer.
  constraint acquirer_connections_approved check (acquirer = 'simulator' or state not in ('active', 'retired')
    or (sealed is not null and proposed_by is not null and approved_by is not null and approved_at is not null
      and approved_by <> proposed_by)),
  constraint acquirer_connections_proposed check (state <> 'awaiting_approval'
    or (sealed is not null and proposed_by is not null and approved_by is null)),
  constraint acquirer_connections_rejected check ((state = 'rejected') = (rejected_at is not null)
    and (state <> 'rejected' or sealed is null)),
  constraint acquirer_connections_retired check ((state = 'retired') = (retired_at is not null)),
  constraint acquirer_connections_previous check ((previous_sealed is null) = (previous_ends_at is null)),
  constraint acquirer_connections_next check (
    num_nulls(next_sealed, next_proposed_by, next_proposed_at, next_overlap_hours) in (0, 4)
    and (next_sealed is null or state in ('active', 'retired')))
);
-- Which connection a new payment uses is never ambiguous.
create unique index acquirer_connections_active
  on acquirer_connections (environment, coalesce(account_id, '')) where state = 'active';
-- The webhooks and payouts of one account at the acquirer don't say which connection they are for.
create unique index acquirer_connections_account
  on acquirer_connections (environment, acquirer, lower(coalesce(settings ->> 'merchantAccount', settings ->> 'account')))
  where state = 'active';
insert into acquirer_connections (id, name, acquirer, environment, state) values
  ('con_simulator_test', 'Simulator', 'simulator', 'test', 'active'),
  ('con_simulator_live', 'Simulator', 'simulator', 'live', 'active');

-- A card whose payer is at their bank. It's deleted as soon as the bank has decided, or the payer's time is over.
create table card_verifications (
  intent_id text primary key references card_intents (id) on update cascade on delete restrict,
  -- Ours, under which the acquirer knows it.
  reference text not null,
  -- The intent's attempt.
  attempt integer not null,
  connection_id text not null references acquirer_connections (id) on update cascade on delete restrict,
  acquirer_reference text not null,
  -- Where the payer authenticates.
  url text not null,
  -- When the payer came back before the acquirer knew the result.
  returned_at timestamptz(3),
  -- The query of the payer's return URL, if the acquirer needs it.
  result jsonb,
  -- Number, expiry and name, encrypted as in card_tokens.
  sealed text not null,
  wrapped_key text not null,
  key_id text not null,
  expires_at timestamptz(3) not null,
  -- The next inquiry.
  inquire_at timestamptz(3) not null
);
create unique index card_verifications_reference_key on card_verifications (reference);
create index card_verifications_inquire_at_idx on card_verifications (inquire_at);

-- A challenge that counts as a decline against card testing, until the payer's bank approves the card.
create table counted_challenges (
  -- Of the payment or card intent.
  intent_id text primary key,
  -- The windows of the counters: rate_limits.
  windows jsonb not null,
  counted_at timestamptz(3) not null default current_timestamp
);
create index counted_challenges_counted_at_idx on counted_challenges (counted_at);

-- One movement of funds (spec 2.1). Amounts are in minor units of order_currency.
create table transactions (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  type transaction_type not null,
  status transaction_status not null,
  order_id text,
  order_amount amount not null,
  order_currency currency not null,
  amount_authorized non_negative_amount not null default 0,
  amount_captured non_negative_amount not null default 0,
  amount_voided non_negative_amount not null default 0,
  amount_expired non_negative_amount not null default 0,
  amount_refunded non_negative_amount not null default 0,
  hold_reserved non_negative_amount not null default 0,
  refund_reserved non_negative_amount not null default 0,
  chargeback_open non_negative_amount not null default 0,
  amount_charged_back non_negative_amount not null default 0,
  version integer not null default 1,
  external_id text not null,
  parent_id text references transactions (id) on update cascade on delete set null,
  intent_id text,
  authorization_id text not null,
  "order" jsonb,
  connection_id text not null,
  card_brand text,
  card_bin text,
  card_last_four text,
  card_expiry text,
  card_token_id text references card_tokens (id) on update cascade on delete set null,
  merchant_reason merchant_reason,
  decline_code text,
  last_operation_id text,
  dispute_stage dispute_stage,
  dispute_reason text,
  dispute_due_by timestamptz(3),
  capture_before timestamptz(3),
  -- 3-D Secure: its result, or where the payer authenticates. Null without it.
  authentication jsonb,
  -- What the payer's bank found about the address, the postal code, and the security code. Null if none was sent.
  card_checks jsonb,
  -- Where the payer goes after it, for a payment by API.
  return_url text,
  settled_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint transactions_hold check (type <> 'PAYMENT'
    or amount_captured + amount_voided + amount_expired + hold_reserved <= amount_authorized),
  constraint transactions_refundable check (type <> 'PAYMENT'
    or amount_refunded + refund_reserved + chargeback_open + amount_charged_back <= amount_captured),
  constraint transactions_parent check ((type = 'PAYMENT') = (parent_id is null)),
  constraint transactions_dispute check ((type = 'CHARGEBACK') = (dispute_stage is not null)),
  foreign key (connection_id, environment) references acquirer_connections (id, environment)
    on update cascade on delete restrict
);
-- Acquirers may report a chargeback more than once; it opens once.
create unique index transactions_chargeback on transactions (connection_id, authorization_id) where type = 'CHARGEBACK';
-- Holds past their expiry, for the expiry job.
create index transactions_expiring
  on transactions (capture_before) where status in ('AUTHORIZED', 'PARTIAL_CAPTURED');
-- Captured payments that are not paid out yet, for the settlement job.
create index transactions_unsettled
  on transactions (connection_id, id) where settled_at is null and status in ('CAPTURED', 'PARTIAL_CAPTURED');
-- The same of one merchant, for the amount that isn't in a payout yet.
create index transactions_account_unsettled
  on transactions (account_id, environment)
  where settled_at is null and status in ('CAPTURED', 'PARTIAL_CAPTURED') and type <> 'CHARGEBACK';
create index transactions_card_token on transactions (card_token_id, id) where card_token_id is not null;
create index transactions_list
  on transactions (account_id, environment, id, type, status, order_currency, order_amount, card_brand, created_at);
create index transactions_account_id_environment_order_id_id_idx
  on transactions (account_id, environment, order_id, id);
create index transactions_account_id_environment_card_last_four_id_idx
  on transactions (account_id, environment, card_last_four, id);
create index transactions_account_id_environment_order_amount_id_idx
  on transactions (account_id, environment, order_amount, id);
-- Partial indexes for rare rows: other transactions do not pay for them.
create index transactions_parent on transactions (parent_id) where parent_id is not null;
create index transactions_payer_email
  on transactions (account_id, environment, lower("order" #>> '{card_holder,email}'), id)
  where "order" #>> '{card_holder,email}' is not null;
create index transactions_refunded on transactions (account_id, environment, id) where type = 'PAYMENT' and amount_refunded > 0;
create index transactions_not_payments on transactions (account_id, environment, type, id) where type <> 'PAYMENT';
-- One merchant's holds by expiry. Payments that are captured at once are never in it.
create index transactions_holds
  on transactions (account_id, environment, capture_before) where status in ('AUTHORIZED', 'PARTIAL_CAPTURED');
create index transactions_disputes_open
  on transactions (account_id, environment, dispute_due_by, id) where dispute_stage = 'needs_response';
create index transactions_chargebacks on transactions (account_id, environment, id) where type = 'CHARGEBACK';
create index transactions_disputes_closed
  on transactions (account_id, environment, id)
  where type = 'CHARGEBACK' and (status <> 'CAPTURED' or dispute_stage <> 'needs_response');

-- A named filter of the transaction list.
create table saved_views (
  id text primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  user_id text not null references users (id) on update cascade on delete cascade,
  name text not null,
  query text not null,
  shared boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  constraint saved_views_name check (length(name) between 1 and 60),
  constraint saved_views_query check (length(query) <= 2000)
);
create unique index saved_views_account_id_user_id_name_key on saved_views (account_id, user_id, name);
create index saved_views_shared on saved_views (account_id) where shared;

-- A merchant's response to a chargeback: a draft until it is submitted, which happens once.
create table disputes (
  transaction_id text primary key references transactions (id) on update cascade on delete restrict,
  account_id text not null,
  environment environment not null,
  text text not null default '',
  decision text,
  state text,
  files jsonb not null default '[]',
  submitted_by text,
  submitted_at timestamptz(3),
  acquirer_responded_at timestamptz(3),
  returned_fault text,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  requested_at timestamptz(3),
  reminded_at timestamptz(3),
  constraint disputes_returned_fault check (returned_fault in ('file_too_large', 'too_many_pages', 'files_unsuitable')),
  constraint disputes_returned check (returned_fault is null or state is null),
  constraint disputes_decision check (decision in ('answer', 'accept')),
  constraint disputes_state check (state in ('sending', 'acknowledged', 'refused')),
  constraint disputes_submitted check ((decision is null) = (state is null)
    and (decision is null) = (submitted_at is null) and (decision is null) = (submitted_by is null)),
  constraint disputes_sending check (next_attempt_at is null or state is not distinct from 'sending'),
  constraint disputes_acquirer_responded check ((acquirer_responded_at is not null) = (state is not null
    and state <> 'sending'))
);
create index disputes_due on disputes (next_attempt_at) where state = 'sending';
create index disputes_refused on disputes (account_id, environment, transaction_id) where state = 'refused';

create domain operation_type as text check (
  value in ('authorize', 'authcap', 'partial_capture', 'capture', 'void', 'refund', 'expire', 'settle', 'chargeback',
    'dispute_won', 'dispute_lost')
);
create domain operation_status as text check (value in ('PENDING', 'SUCCEEDED', 'FAILED'));

-- One operation on a transaction (spec 2.2). The acquirer knows it by its id.
create table operations (
  id text primary key,
  sequence bigserial not null,
  transaction_id text not null,
  type operation_type not null,
  status operation_status not null default 'PENDING',
  amount amount not null,
  currency currency not null,
  external_id text,
  reason text,
  operator text not null,
  acquirer_reference text,
  decline_code text,
  acquirer_code text,
  response_body text,
  reversed_by text,
  inquiries integer not null default 0,
  inquire_at timestamptz(3),
  accepted_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  completed_at timestamptz(3),
  constraint operations_completed_at check ((status = 'PENDING') = (completed_at is null))
);
create index operations_transaction_id_sequence_idx on operations (transaction_id, sequence);
-- Unknown outcomes, found without reading other operations.
create index operations_pending on operations (inquire_at) where status = 'PENDING';
create index operations_portal_operator on operations (operator, transaction_id) where operator like 'portal:%';
-- In order of time, so that new entries go to the end. Pending operations are not in it.
create index operations_completed on operations (completed_at) where completed_at is not null;

-- The live refunds that an account's team members made in the portal, for its refund limits.
create table manual_refunds (
  operation_id text primary key references operations (id) on update cascade on delete restrict,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  created_at timestamptz(3) not null default current_timestamp
);
create index manual_refunds_account_id_created_at_idx on manual_refunds (account_id, created_at);
create trigger manual_refunds_append_only
  before update or delete or truncate on manual_refunds for each statement execute function reject_change();

create domain idempotency_family as text check (
  value in ('transaction', 'operation', 'refund', 'payment_intent', 'card_intent', 'payment_link')
);

-- Idempotency keys: one row per external_id that had an effect, kept forever (decisions: external_id).
create table idempotency_keys (
  account_id text not null,
  environment environment not null,
  family idempotency_family not null,
  external_id text not null,
  fingerprint text not null,
  resource_id text not null,
  operation_id text,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (account_id, environment, family, external_id)
);

-- Attempts that card-testing protection blocked, one row per series of close attempts.
create table blocked_attempts (
  id bigserial primary key,
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  count integer not null default 1,
  first_at timestamptz(3) not null default current_timestamp,
  last_at timestamptz(3) not null default current_timestamp,
  ended_at timestamptz(3),
  constraint blocked_attempts_order check (first_at <= last_at)
);
create index blocked_attempts_account_id_environment_last_at_idx
  on blocked_attempts (account_id, environment, last_at);
-- At most one open series per account and environment; further attempts are added to it.
create unique index blocked_attempts_open on blocked_attempts (account_id, environment) where ended_at is null;

-- Daily totals of an account's operations, by day in its time zone. Amounts are in minor units.
create table daily_totals (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  day date not null,
  currency currency not null,
  approved integer not null default 0,
  declined integer not null default 0,
  captured bigint not null default 0,
  refunds integer not null default 0,
  refunded bigint not null default 0,
  chargebacks integer not null default 0,
  charged_back bigint not null default 0,
  losses integer not null default 0,
  lost bigint not null default 0,
  primary key (account_id, environment, day, currency),
  constraint daily_totals_authorizations check (approved >= 0 and declined >= 0)
);
create index daily_totals_day_idx on daily_totals (day);

-- A running recalculation of an account's daily totals in another time zone, in slices of transactions.
create table daily_totals_recalculations (
  account_id text primary key references accounts (id) on update cascade on delete restrict,
  zone text not null,
  unknown boolean not null default false,
  counted_until timestamptz(3) not null,
  after_environment text not null default '',
  after_id text not null default ''
);

-- Results of a running recalculation. They replace the account's daily totals when it is complete.
create table recalculated_daily_totals (
  account_id text not null references accounts (id) on update cascade on delete restrict,
  environment environment not null,
  day date not null,
  currency currency not null,
  approved integer not null default 0,
  declined integer not null default 0,
  captured bigint not null default 0,
  refunds integer not null default 0,
  refunded bigint not null default 0,
  chargebacks integer not null default 0,
  charged_back bigint not null default 0,
  losses integer not null default 0,
  lost bigint not null default 0,
  primary key (account_id, environment, day, currency),
  constraint recalculated_daily_totals_authorizations check (approved >= 0 and declined >= 0)
);

-- Operations before this time are included in the daily totals. One row, locked while counting, so that an operation
-- counts once.
create table daily_totals_watermark (
  id integer primary key default 1,
  counted_until timestamptz(3) not null,
  -- Operations from before the first run are counted by the first run.
  constraint daily_totals_watermark_one_row check (id = 1)
);
insert into daily_totals_watermark (counted_until) values ('1970-01-01T00:00:00Z');

-- What payers' browsers blocked on the payment page, from CSP reports, counted by day (PCI DSS 11.6.1).
create table page_reports (
  day date not null default current_date,
  environment environment not null,
  directive text not null,
  blocked text not null,
  count integer not null default 1,
  last_at timestamptz(3) not null default current_timestamp,
  primary key (day, environment, directive, blocked)
);

-- The last result of payment page monitoring, by environment (PCI DSS 11.6.1).
create table page_monitoring_results (
  environment environment primary key,
  checked_at timestamptz(3) not null,
  findings text[] not null default array[]::text[],
  since timestamptz(3) not null
);

-- How far the acquirer's statement was read.
create table acquirer_statements (
  connection_id text primary key references acquirer_connections (id) on update cascade on delete restrict,
  cursor text,
  read_at timestamptz(3)
);

-- Events that acquirers announced by webhook, or that were read from them. Each is processed once.
create table acquirer_events (
  connection_id text not null references acquirer_connections (id) on update cascade on delete restrict,
  -- The acquirer's own ID.
  event_id text not null,
  sequence bigserial not null,
  type text not null,
  about text not null,
  -- The acquirer's reference of what it is about, and ours of the request, if known.
  subject text not null,
  reference text,
  details jsonb not null default '{}',
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default current_timestamp,
  -- How often it arrived.
  deliveries integer not null default 1,
  attempts integer not null default 0,
  -- Null when it is processed, or when it never matched one of our payments.
  next_attempt_at timestamptz(3) default current_timestamp,
  processed_at timestamptz(3),
  primary key (connection_id, event_id),
  constraint acquirer_events_about check (
    about in ('authorization', 'capture', 'void', 'refund', 'dispute', 'payout', 'other')),
  constraint acquirer_events_processed check (processed_at is null or next_attempt_at is null)
);
create index acquirer_events_due on acquirer_events (next_attempt_at) where next_attempt_at is not null;
create index acquirer_events_unprocessed on acquirer_events (sequence) where processed_at is null;
create index acquirer_events_listed on acquirer_events (connection_id, sequence);
create index acquirer_events_received on acquirer_events (received_at);

-- Until when the events of a connection were read from its acquirer.
create table acquirer_event_polls (
  connection_id text primary key references acquirer_connections (id) on update cascade on delete restrict,
  read_until timestamptz(3) not null
);

-- Until when the payouts of a connection were listed by its acquirer, or made by the simulator.
create table payout_imports (
  connection_id text primary key references acquirer_connections (id) on update cascade on delete restrict,
  read_until timestamptz(3) not null
);

-- A transfer from an acquirer to a bank account. Amounts are in minor units of its currency. A negative one is a debit.
create table payouts (
  id text primary key,
  connection_id text not null,
  environment environment not null,
  -- The acquirer's own ID.
  acquirer_id text not null,
  status text not null,
  amount bigint not null,
  currency currency not null,
  created_at timestamptz(3) not null,
  arrives_on date not null,
  failure_reason text,
  -- While its entries aren't read: the next attempt. Null before the acquirer lists them, and afterwards.
  entries_due_at timestamptz(3),
  entries_read_at timestamptz(3),
  -- When its money arrived: with this payout, or with a later one that contains the amount of a failed one.
  settled_at timestamptz(3),
  updated_at timestamptz(3) not null default current_timestamp,
  unique (id, connection_id, environment),
  constraint payouts_status check (status in ('pending', 'paid', 'failed')),
  constraint payouts_amount check (amount between -999999999999999 and 999999999999999),
  constraint payouts_entries check (entries_due_at is null or entries_read_at is null),
  constraint payouts_settled check (settled_at is null or entries_read_at is not null),
  constraint payouts_failure check (failure_reason is null or status = 'failed'),
  foreign key (connection_id, environment) references acquirer_connections (id, environment)
    on update cascade on delete restrict
);
create unique index payouts_connection_id_acquirer_id_key on payouts (connection_id, acquirer_id);
create index payouts_connection_id_id_idx on payouts (connection_id, id);
create index payouts_environment_amount_id_idx on payouts (environment, amount, id);
create index payouts_entries_due on payouts (entries_due_at) where entries_due_at is not null;
create index payouts_unsettled on payouts (connection_id) where settled_at is null;

-- One movement in a payout: a capture, a refund, a fee. Everything except the link to our records is final.
create table payout_entries (
  connection_id text not null,
  -- The acquirer's own ID.
  acquirer_id text not null,
  payout_id text not null,
  environment environment not null,
  kind text not null,
  -- Our operation, or the acquirer's reference of a chargeback or returned payout.
  reference text,
  -- Our operation that authorized the payment.
  "authorization" text,
  -- In the currency of the payment, if the acquirer reports it.
  amount bigint,
  currency currency,
  -- In the currency of the payout.
  fee bigint not null,
  net bigint not null,
  exchange_rate numeric,
  description text,
  occurred_at timestamptz(3) not null,
  -- The merchant whose money it is. Null for fees of a connection that several merchants share.
  account_id text references accounts (id) on update cascade on delete restrict,
  transaction_id text references transactions (id) on update cascade on delete restrict,
  operation_id text references operations (id) on update cascade on delete restrict,
  primary key (connection_id, acquirer_id),
  constraint payout_entries_kind check (
    kind in ('capture', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'fee', 'other')),
  constraint payout_entries_currency check ((amount is null) = (currency is null)),
  constraint payout_entries_amounts check (fee between -999999999999999 and 999999999999999
    and net between -999999999999999 and 999999999999999
    and coalesce(amount, 0) between -999999999999999 and 999999999999999),
  constraint payout_entries_exchange_rate check (exchange_rate > 0),
  constraint payout_entries_description check (length(description) <= 200),
  constraint payout_entries_transaction check (transaction_id is null or account_id is not null),
  constraint payout_entries_operation check (operation_id is null or transaction_id is not null),
  foreign key (payout_id, connection_id, environment) references payouts (id, connection_id, environment)
    on update cascade on delete restrict
);
create index payout_entries_payout_id_account_id_occurred_at_acquirer_id_idx
  on payout_entries (payout_id, account_id, occurred_at, acquirer_id);
-- The payouts of a merchant, found without reading all their entries.
create index payout_entries_account on payout_entries (account_id, environment, payout_id) where account_id is not null;
create index payout_entries_transaction on payout_entries (transaction_id) where transaction_id is not null;
-- An operation is paid out once.
create unique index payout_entries_operation on payout_entries (operation_id, kind) where operation_id is not null;
-- The amounts of failed payouts that came back.
create index payout_entries_returned on payout_entries (connection_id, reference) where kind = 'other' and reference is not null;
-- Entries that belong to none of our records yet.
create index payout_entries_unmatched on payout_entries (connection_id, payout_id)
  where transaction_id is null and kind not in ('fee', 'other');

-- Entries of the acquirer's statement, for reconciliation.
create table acquirer_statement_entries (
  connection_id text not null,
  environment environment not null,
  reference text not null,
  kind text not null,
  "authorization" text not null,
  amount bigint not null,
  currency text not null,
  approved boolean not null,
  details jsonb,
  occurrences integer not null default 1,
  sequence bigserial not null,
  read_at timestamptz(3) not null default current_timestamp,
  handled_at timestamptz(3),
  primary key (connection_id, reference, kind)
);
create index acquirer_statement_entries_unhandled on acquirer_statement_entries (sequence) where handled_at is null;

-- A discrepancy between operations, counters and the acquirer's statement, open until a reconciliation no longer
-- finds it, or staff resolve it.
create table discrepancies (
  id bigserial primary key,
  environment environment not null,
  kind text not null,
  subject text not null,
  transaction_id text,
  -- Of a discrepancy that may have no transaction.
  connection_id text references acquirer_connections (id) on update cascade on delete restrict,
  expected text not null,
  found text not null,
  found_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3) not null default current_timestamp,
  resolved_at timestamptz(3),
  -- What staff decided.
  resolution text,
  constraint discrepancies_resolution check (resolution is null or resolved_at is not null)
);
create index discrepancies_resolved_at_found_at_idx on discrepancies (resolved_at, found_at);
-- A discrepancy is open once, however many reconciliations find it.
create unique index discrepancies_open
  on discrepancies (environment, kind, subject, coalesce(transaction_id, ''), coalesce(connection_id, '')) where resolved_at is null;
create index discrepancies_transaction on discrepancies (transaction_id) where transaction_id is not null;

-- A comparison of all transactions, operations, keys, and totals with the acquirers' ledgers, read again from the start.
create table books_audits (
  id text primary key,
  requested_by text not null,
  state text not null default 'requested',
  -- The names of the connections whose ledgers were read.
  ledgers text[] not null default array[]::text[],
  -- How many rows of each kind were compared, and how many there are in all.
  counts jsonb not null default '{}',
  total_rows bigint not null default 0,
  finding_count bigint not null default 0,
  findings jsonb not null default '[]',
  error text,
  created_at timestamptz(3) not null default current_timestamp,
  started_at timestamptz(3),
  updated_at timestamptz(3) not null default current_timestamp,
  completed_at timestamptz(3),
  constraint books_audits_state check (state in ('requested', 'running', 'completed', 'failed')),
  constraint books_audits_completed check ((completed_at is not null) = (state in ('completed', 'failed'))),
  constraint books_audits_error check ((error is not null) = (state = 'failed'))
);
-- One at a time.
create unique index books_audits_open on books_audits ((true)) where state in ('requested', 'running');

-- The acquirers' entries during an audit. The imported ones could have been changed together with our own records.
create table audited_entries (
  audit_id text not null references books_audits (id) on update cascade on delete cascade,
  connection_id text not null,
  environment environment not null,
  reference text not null,
  kind text not null,
  "authorization" text not null,
  amount bigint not null,
  currency text not null,
  approved boolean not null,
  occurrences integer not null,
  primary key (audit_id, connection_id, reference, kind)
);

-- --------------------------------------------------------------------------------------------- constraints for money

-- The second line of defense (docs/decisions/0034): rows that no code of ours writes, and changes that it never makes, are
-- rejected, also in direct SQL. Rules about several columns are functions, because PostgreSQL parses the text of a
-- CHECK for every statement, but compiles a function once per connection.

-- Whether a payment's amount is possible in its currency, as in app/platform/money/currencies.ts, and a status follows from
-- the amounts, as in app/payments/transactions/states.ts. It calls no other function of ours, because a restored backup
-- checks its rows without a search path.
create function has_possible_status(
  type text, status text, order_currency text, order_amount bigint, authorized bigint, captured bigint, voided bigint, expired bigint,
  refunded bigint, hold_reserved bigint, refund_reserved bigint, chargeback_open bigint, charged_back bigint,
  settled_at timestamptz, dispute_stage text
) returns boolean language plpgsql immutable as $$
begin
  if type = 'PAYMENT' then
    if order_amount > 99999999 and order_amount > (case
      when order_currency in ('IDR', 'IQD', 'IRR', 'LAK', 'LBP', 'SYP', 'UZS') then 999999999999
      when order_currency in (
        'AMD', 'AOA', 'ARS', 'BDT', 'CDF', 'COP', 'CRC', 'CUP', 'DZD', 'ETB', 'GYD', 'HTG', 'HUF', 'JMD', 'KES', 'KHR', 'KPW',
        'KZT', 'LKR', 'LRD', 'MGA', 'MMK', 'MNT', 'MWK', 'NGN', 'NPR', 'PKR', 'RSD', 'SDG', 'SOS', 'SSP', 'TZS', 'UYW', 'VED',
        'VES', 'VND', 'YER') then 9999999999
      else 99999999 end) then return false; end if;
    if authorized = 0 then return status in ('PENDING', 'DECLINED') and settled_at is null; end if;
    if authorized > order_amount then return false; end if;
    if captured = authorized then return status = case when settled_at is null then 'CAPTURED' else 'SETTLED' end; end if;
    -- What was captured in part is paid out once nothing more can be captured. The status stays.
    if captured > 0 then
      return status = 'PARTIAL_CAPTURED' and (settled_at is null or captured + voided + expired = authorized);
    end if;
    return settled_at is null and status = case
      when voided + expired < authorized then 'AUTHORIZED' when expired > 0 then 'EXPIRED' else 'VOIDED' end;
  end if;
  if authorized + captured + voided + expired + hold_reserved + refund_reserved + charged_back > 0 then return false; end if;
  if type = 'REFUND' then
    return chargeback_open = 0 and case status
      when 'PENDING' then refunded = 0 and settled_at is null
      when 'CAPTURED' then refunded = order_amount and settled_at is null
      when 'SETTLED' then refunded = order_amount and settled_at is not null
      -- A refund can fail after it was paid out.
      when 'DECLINED' then refunded = 0
      else false end;
  end if;
  return refunded = 0 and chargeback_open <= order_amount and (status = 'SETTLED') = (settled_at is not null)
    and status = case dispute_stage when 'won' then 'VOIDED' when 'lost' then 'SETTLED' else 'CAPTURED' end;
end
$$;
alter table transactions add constraint transactions_status check (has_possible_status(
  type, status, order_currency, order_amount, amount_authorized, amount_captured, amount_voided, amount_expired, amount_refunded,
  hold_reserved, refund_reserved, chargeback_open, amount_charged_back, settled_at, dispute_stage));

-- One external_id pays once, even without its idempotency key. The attempts to pay an intent share its external_id.
create unique index transactions_external_id
  on transactions (account_id, environment, external_id, type, (case when intent_id is null then '' else id end));
-- Of the attempts to pay an intent, one can succeed.
create unique index transactions_intent on transactions (intent_id) where intent_id is not null and status <> 'DECLINED';

-- The transitions of app/payments/transactions/states.ts.
create function is_transition(type text, old_status text, new_status text) returns boolean language sql immutable as $$
  select old_status = new_status or (type, old_status, new_status) in (
    ('PAYMENT', 'PENDING', 'AUTHORIZED'), ('PAYMENT', 'PENDING', 'CAPTURED'), ('PAYMENT', 'PENDING', 'DECLINED'),
    ('PAYMENT', 'AUTHORIZED', 'PARTIAL_CAPTURED'), ('PAYMENT', 'AUTHORIZED', 'CAPTURED'),
    ('PAYMENT', 'AUTHORIZED', 'VOIDED'), ('PAYMENT', 'AUTHORIZED', 'EXPIRED'),
    ('PAYMENT', 'PARTIAL_CAPTURED', 'CAPTURED'), ('PAYMENT', 'CAPTURED', 'SETTLED'),
    ('REFUND', 'PENDING', 'CAPTURED'), ('REFUND', 'PENDING', 'DECLINED'), ('REFUND', 'CAPTURED', 'SETTLED'),
    ('REFUND', 'CAPTURED', 'DECLINED'), ('REFUND', 'SETTLED', 'DECLINED'),
    ('CHARGEBACK', 'CAPTURED', 'VOIDED'), ('CHARGEBACK', 'CAPTURED', 'SETTLED'))
$$;
create function check_transition() returns trigger language plpgsql as $$
begin
  if not is_transition(old.type, old.status, new.status) then
    raise exception 'no transition of a %: % to %', old.type, old.status, new.status
      using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  -- Only a refund that fails and a chargeback that ends give amounts back.
  if new.amount_authorized <> old.amount_authorized and old.status <> 'PENDING'
    or new.amount_captured < old.amount_captured or new.amount_voided < old.amount_voided
    or new.amount_expired < old.amount_expired or new.amount_charged_back < old.amount_charged_back then
    raise exception 'an amount of transaction % would be taken back', old.id
      using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  if old.settled_at is not null and new.settled_at is distinct from old.settled_at then
    raise exception 'transaction % is already settled', old.id using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  return new;
end
$$;
create trigger transactions_transition
  before update of status, amount_authorized, amount_captured, amount_voided, amount_expired, amount_charged_back, settled_at
  on transactions for each row execute function check_transition();

-- For columns that never change. A statement that doesn't name them costs nothing.
create function reject_column_change() returns trigger language plpgsql as $$
begin
  raise exception 'these columns of % never change', TG_TABLE_NAME using constraint = TG_NAME;
end
$$;
create trigger transactions_fixed_columns
  before update of id, account_id, environment, type, order_id, order_amount, order_currency, external_id, parent_id,
    authorization_id, connection_id
  on transactions for each statement execute function reject_column_change();
create trigger transactions_append_only
  before delete or truncate on transactions for each statement execute function reject_change();

-- A refund or chargeback belongs to a payment of the same merchant, connection, and currency, and all refunds together are part of what
-- the payment counts as refunded or reserved. The compared columns never change, so the rule holds from then on.
create function check_parent() returns trigger language plpgsql as $$
declare
  payment transactions;
begin
  select * into payment from transactions where id = new.parent_id for no key update;
  if (payment.type, payment.account_id, payment.connection_id, payment.order_currency)
    is distinct from ('PAYMENT', new.account_id, new.connection_id, new.order_currency) then
    raise exception 'transaction % does not match its payment', new.id using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  if new.type = 'REFUND' and payment.amount_refunded + payment.refund_reserved < (
    select sum(order_amount) from transactions where parent_id = new.parent_id and type = 'REFUND' and status <> 'DECLINED') then
    raise exception 'refund % exceeds what its payment reserved for it', new.id
      using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  return null;
end
$$;
create trigger transactions_parent_matches
  after insert on transactions for each row when (new.parent_id is not null) execute function check_parent();

-- An operation has the currency of its transaction.
create unique index transactions_id_order_currency_key on transactions (id, order_currency);
alter table operations add foreign key (transaction_id, currency) references transactions (id, order_currency)
  on update cascade on delete restrict;
create trigger operations_fixed_columns
  before update of id, sequence, transaction_id, type, amount, currency, external_id, operator
  on operations for each statement execute function reject_column_change();
-- A completed operation can only be marked as reversed, once. A late approval adds the acquirer's reference, which
-- replaces ours of a payer who was at their bank: Adyen has none of its own until they return.
create function check_completed_operation() returns trigger language plpgsql as $$
declare
  allowed operations := old;
begin
  allowed.reversed_by := new.reversed_by;
  if new.reversed_by is not null then
    allowed.acquirer_reference := coalesce(new.acquirer_reference, old.acquirer_reference);
  end if;
  if old.reversed_by is not null or new is distinct from allowed then
    raise exception 'operation % is completed', old.id using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  return new;
end
$$;
create trigger operations_completed
  before update on operations for each row when (old.status <> 'PENDING') execute function check_completed_operation();
create trigger operations_append_only
  before delete or truncate on operations for each statement execute function reject_change();

-- A payout and its entries stay as the acquirer reported them. Only the status and the links to our records change.
create trigger payouts_fixed_columns
  before update of id, connection_id, environment, acquirer_id, amount, currency, created_at
  on payouts for each statement execute function reject_column_change();
create trigger payouts_append_only
  before delete or truncate on payouts for each statement execute function reject_change();
create trigger payout_entries_fixed_columns
  before update of connection_id, acquirer_id, payout_id, environment, kind, reference, "authorization", amount, currency, fee,
    net, exchange_rate, description, occurred_at
  on payout_entries for each statement execute function reject_column_change();
create trigger payout_entries_append_only
  before delete or truncate on payout_entries for each statement execute function reject_change();

-- An entry belongs to a transaction of its connection, or of another one to the same account at the acquirer. The
-- transaction's merchant is the only one who sees it.
create function check_payout_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.transaction_id is not null
    and (old.transaction_id, old.account_id, old.operation_id) is distinct from (new.transaction_id, new.account_id, new.operation_id) then
    raise exception 'payout entry % already belongs to a transaction', new.acquirer_id
      using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  if new.transaction_id is not null and not exists (
    select from transactions t join acquirer_connections own on own.id = t.connection_id
      join acquirer_connections c on c.id = new.connection_id and c.environment = own.environment and c.acquirer = own.acquirer
        and coalesce(c.settings ->> 'sameAccountAs', c.id) = coalesce(own.settings ->> 'sameAccountAs', own.id)
    where t.id = new.transaction_id and t.account_id = new.account_id
      and (new.operation_id is null or exists (select from operations o where o.id = new.operation_id and o.transaction_id = t.id))) then
    raise exception 'payout entry % does not match its transaction', new.acquirer_id
      using errcode = 'check_violation', constraint = TG_NAME;
  end if;
  return new;
end
$$;
create trigger payout_entries_match
  before insert or update of account_id, transaction_id, operation_id
  on payout_entries for each row execute function check_payout_entry();

create trigger idempotency_keys_append_only
  before update or delete or truncate on idempotency_keys for each statement execute function reject_change();

-- An event is marked once, when it is fanned out, and deleted after app/webhooks/events/event-retention.ts kept it for 30
-- days. A day of them is for clocks that differ.
create trigger webhook_events_fixed_columns
  before update of id, account_id, environment, type, transaction_id, payload, sample, created_at, published_at
  on webhook_events for each statement execute function reject_column_change();
create trigger webhook_events_fanned_out
  before update on webhook_events for each row when (old.fanned_out_at is not null) execute function reject_change();
create trigger webhook_events_retention
  before delete on webhook_events for each row
  when (old.fanned_out_at is null or old.created_at > current_timestamp - interval '29 days') execute function reject_change();
create trigger webhook_events_no_truncate
  before truncate on webhook_events for each statement execute function reject_change();
