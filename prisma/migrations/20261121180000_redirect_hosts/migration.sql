-- Where payers may be sent in live, as the WHATWG URL parser writes a host.
CREATE TABLE "redirect_hosts" (
    "account_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "redirect_hosts_pkey" PRIMARY KEY ("account_id","host"),
    CONSTRAINT "redirect_hosts_host" CHECK ("host" ~ '^[a-z0-9_.-]{1,253}(:[0-9]{1,5})?$')
);

ALTER TABLE "redirect_hosts" ADD CONSTRAINT "redirect_hosts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
