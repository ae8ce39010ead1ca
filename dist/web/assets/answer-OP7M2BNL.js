import{R as a,S as b,T as c,U as d}from"./chunk-MCAM6HKU.js";import"./chunk-D7N4EYGF.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
