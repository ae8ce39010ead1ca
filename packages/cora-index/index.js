import './announce.js';

export * from 'cora-query';
