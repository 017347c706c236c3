-- CreateTable
CREATE TABLE "page_reports" (
    "day" DATE NOT NULL DEFAULT CURRENT_DATE,
    "environment" "environment" NOT NULL,
    "directive" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_reports_pkey" PRIMARY KEY ("day", "environment", "directive", "blocked")
);

-- CreateTable
CREATE TABLE "page_watches" (
    "environment" "environment" NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "faults" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_watches_pkey" PRIMARY KEY ("environment")
);
