import{Q as a,R as b,S as c,T as d}from"./chunk-DVUZJOUO.js";import"./chunk-53ZGQSB3.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
