export * from 'cora-query';
