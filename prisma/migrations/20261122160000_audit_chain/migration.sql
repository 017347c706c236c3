-- CreateTable
CREATE TABLE "audit_links" (
    "account_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_links_pkey" PRIMARY KEY ("account_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_chains" (
    "account_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',
    "checked_at" TIMESTAMPTZ(3),
    "fault" TEXT,
    "fault_at" BIGINT,
    "fault_entry_id" BIGINT,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "audit_anchors" (
    "account_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_anchors_pkey" PRIMARY KEY ("account_id","sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_links_entry_id_key" ON "audit_links"("entry_id");

-- CreateIndex
CREATE INDEX "audit_chains_checked_at_idx" ON "audit_chains"("checked_at");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_actor_id_idx" ON "audit_entries"("account_id", "actor", "id");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_subject_id_idx" ON "audit_entries"("account_id", "subject", "id");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_created_at_idx" ON "audit_entries"("account_id", "created_at");

-- From here on by hand.

ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_fault" CHECK (("fault" IS NULL AND "fault_at" IS NULL AND "fault_entry_id" IS NULL) OR ("fault" IN ('changed', 'entry_missing', 'link_missing', 'unchained', 'end_differs', 'anchor_differs') AND "checked_at" IS NOT NULL));
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$' AND "sequence" > 0);

-- Threat T33: links an entry to all before it of the same account. SHA-256 over the hash before it, a line break, and the entry as
-- jsonb writes an array of its columns, which is one text for one row. app/audit/chain.ts makes the same text to verify it, without
-- this function.
CREATE FUNCTION "chain_audit_entry"("entry" "audit_entries") RETURNS void LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "chain_new_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM chain_audit_entry(NEW);
  RETURN NULL;
END
$$;

-- What was written before there was a chain.
DO $$
DECLARE
  entry audit_entries;
BEGIN
  FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
    PERFORM chain_audit_entry(entry);
  END LOOP;
END
$$;

-- Deferred: the chain of an account is locked at the very end of a transaction and for the length of its commit. Locked where the entry
-- is written, it would wait for, and be waited for by, every other row that the caller locks later.
CREATE CONSTRAINT TRIGGER "audit_entries_chain" AFTER INSERT ON "audit_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "chain_new_audit_entry"();

CREATE TRIGGER "audit_links_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_links" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_anchors_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_anchors" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_chains_stay" BEFORE DELETE OR TRUNCATE ON "audit_chains" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
