import { afterAll } from 'vitest';
import { killRemainingServers } from '../peers/server';

afterAll(killRemainingServers);
