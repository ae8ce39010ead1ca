import { NAMES } from './animals/names.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('names', NAMES);
