-- The databases of the bank's services, for an empty PostgreSQL.
CREATE DATABASE nordgate_payments;
CREATE DATABASE nordgate_baskets;
CREATE DATABASE nordgate_sca;
CREATE DATABASE nordgate_accounts;
CREATE DATABASE nordgate_batch;
