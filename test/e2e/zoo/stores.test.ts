import { STORES } from './animals/stores.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('stores', STORES);
