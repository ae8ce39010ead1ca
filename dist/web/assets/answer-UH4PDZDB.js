import{R as a,S as b,T as c,U as d}from"./chunk-OY4MOTCO.js";import"./chunk-ECG56TNK.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
