import { PACKAGES } from './animals/packages.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('packages', PACKAGES);
