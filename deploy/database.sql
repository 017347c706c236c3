-- Two roles: one owns the tables, and the processes log in as the other, which owns nothing. An attacker in a process can
-- then neither change a table nor rewrite the audit log.
create role tillway_owner login nosuperuser nocreatedb nocreaterole;
create role tillway login nosuperuser nocreatedb nocreaterole;
create database tillway owner tillway_owner encoding 'UTF8' template template0;
revoke connect on database tillway from public;
grant connect on database tillway to tillway;
