import { ARTIFACTS } from './animals/artifacts.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('artifacts', ARTIFACTS);
